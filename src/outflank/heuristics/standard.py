"""Hand-set weights, for every board size."""

from .linear import Linear

_STANDARD = Linear(
    mobility=0.6,
    potential_mobility=0.3,
    corners=8,
    x_squares=-3,
    c_squares=-1.5,
    edges=0.3,
    frontier=-0.2,
    stability=0.7,
    parity=0.5,
    unit="discs",
)


def standard() -> Linear:
    """Hand-set weights whose sum is roughly the final margin in discs."""
    return _STANDARD
