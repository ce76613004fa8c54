"""What other programs speak: servers that let them ask our agents, clients that ask theirs."""

from ..agents import register
from .gtp_client import GtpAgent
from .nboard_client import NBoardAgent
from .peer import Deadline, Peer, PeerLost

__all__ = ["Deadline", "GtpAgent", "NBoardAgent", "Peer", "PeerLost"]

register("gtp", GtpAgent, "a program that speaks GTP")
register("nboard", NBoardAgent, "a program that speaks the NBoard protocol")
