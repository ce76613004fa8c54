"""A program that talks to an NBoard server in this process, and waits for what it says."""

from queue import SimpleQueue
from threading import Thread

from outflank.agents import as_agent
from outflank.formats import Record, write_ggf
from outflank.protocols.nboard_server import serve_nboard


def said(*lines, agent="engine"):
    """What the server of an agent says to some lines, after which there are no more."""
    out: list[str] = []
    serve_nboard(as_agent(agent), lines, out.append, "Served")
    return out


def set_game(game):
    """The line that gives the server a game."""
    return f"set game {write_ggf(Record(game)).strip()}"


class Client:
    """Talks to a server that runs in a thread."""

    def __init__(self, agent="engine"):
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._answers: SimpleQueue[str] = SimpleQueue()
        lines = iter(self._lines.get, None)
        arguments = (as_agent(agent), lines, self._answers.put, "Served")
        self.thread = Thread(target=serve_nboard, args=arguments, daemon=True)
        self.thread.start()

    def send(self, *lines):
        for line in lines:
            self._lines.put(line)

    def until(self, beginning):
        """What the server says up to a line with that beginning, which comes last."""
        heard = [self._answers.get(timeout=30)]
        while not heard[-1].startswith(beginning):
            heard.append(self._answers.get(timeout=30))
        return heard

    def rest(self):
        """What the server has said that was not asked for yet."""
        heard = []
        while not self._answers.empty():
            heard.append(self._answers.get())
        return heard

    def end(self):
        """Ends the lines."""
        self._lines.put(None)
        self.thread.join(30)
        assert not self.thread.is_alive()
