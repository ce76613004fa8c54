"""Clients, for limits that count by client: each is the address that it connects from."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

_NETWORK = 64
"""Bits of an IPv6 address that tell clients apart; a single machine may use all the others."""


def client_at(host: str) -> str:
    """The client at an address."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> _NETWORK << _NETWORK)}/{_NETWORK}"


def client_of(connection: HTTPConnection) -> str:
    """The client that has sent a request or opened a socket."""
    return client_at(connection.client.host if connection.client else "")


Client = Annotated[str, Depends(client_of)]
"""The client, as an argument of a route."""
