"""`outflank agents`: the agents there are."""

from ...agents import describe


def agents() -> None:
    """List the agents that there are, with their options and defaults."""
    listed = describe()
    width = max(len(info.name) for info in listed)
    for info in listed:
        options = f" [{', '.join(info.options)}]" if info.options else ""
        print(f"{info.name:{width}}  {info.help}{options}")
    print(f"{'PATH.py:NAME':{width}}  a class, a function or an object in a Python file of yours")
    print("\nOptions follow a colon, with commas between them: engine:depth=6,table=64")
