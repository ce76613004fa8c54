"""What other programs speak: servers that let them ask our agents, clients that ask theirs."""

from ..agents import register
from .nboard_client import NBoardAgent
from .peer import Deadline, Peer, PeerLost

__all__ = ["Deadline", "NBoardAgent", "Peer", "PeerLost"]

register("nboard", NBoardAgent, "a program that speaks the NBoard protocol")
