"""What other programs speak: servers that let them ask our agents, clients that ask theirs."""

from ..agents import register
from .gtp_client import GtpAgent
from .peer import Deadline, Peer, PeerLost

__all__ = ["Deadline", "GtpAgent", "Peer", "PeerLost"]

register("gtp", GtpAgent, "a program that speaks GTP, by its command line")
