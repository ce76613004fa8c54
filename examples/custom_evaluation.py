"""Two ways to give the engine an evaluation of your own: a function, or weights for features."""

import outflank as of


def mobility(position: of.Position) -> float:
    """My moves minus yours: any function of a position, for the side to move."""
    return position.mobility - position.swapped().mobility


position = of.Game.parse("f5d6c3d3c4f4f6f3").position

by_function = of.Engine(mobility).search(position, of.Limit(depth=4))
print(f"function: {by_function.move} {by_function.score:+g} {by_function.unit}")

by_weights = of.Engine(of.Linear(mobility=1)).search(position, of.Limit(depth=4))
print(f"weights:  {by_weights.move} {by_weights.score:+g} {by_weights.unit}")

mixed = of.Engine(of.Linear(mobility=10, corners=25, discs=1))
print(f"mixed:    {mixed.search(position, of.Limit(depth=8)).move}, 8 plies deep")
