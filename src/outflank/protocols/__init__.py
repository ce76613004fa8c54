"""What other programs speak: servers that let them ask our agents, clients that ask theirs."""

from .peer import Deadline, Peer, PeerLost

__all__ = ["Deadline", "Peer", "PeerLost"]
