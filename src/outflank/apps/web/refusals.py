"""What cannot be done: codes that stay as they are, and the sentences that they stand for."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException

REFUSALS: dict[str, tuple[int, str]] = {
    "agent_failed": (400, "{reason}"),
    "bad_option": (400, "bad value {value!r} for {option} of {agent}: expected a number"),
    "busy": (
        429,
        "the server is busy with other requests from your address:"
        " it has room in about {seconds} s",
    ),
    "changed_elsewhere": (409, "another page has saved this game meanwhile (revision {revision})"),
    "database_unreadable": (503, "the database of games cannot be read"),
    "empty_body": (400, "the body is empty: expected a text or the bytes of a file"),
    "ending": (503, "the server has been told to end"),
    "game_over": (400, "there is no move to play: {result}"),
    "illegal_move": (400, "{reason}"),
    "impossible": (400, "{reason}"),
    "library_away": (503, "the library cannot be used now: {reason}"),
    "malformed": (422, "{reason}"),
    "match_changed": (
        409,
        "another version of Outflank began this match, and its games would not compare:"
        " begin a new one",
    ),
    "match_elsewhere": (
        409,
        "another server runs this match: it goes on there, and can be stopped there",
    ),
    "message_too_long": (400, "more than {most:,} characters are not read here"),
    "no_features": (400, "{agent!r} weighs no features: there are {known}"),
    "no_game": (404, "there is no game {name!r} in the library"),
    "no_match": (404, "there is no match {name!r}"),
    "no_opening": (400, "there is no opening {name!r}: expected a name such as Tiger"),
    "no_options": (400, "{agent} has no option {option!r} here: it has none"),
    "no_puzzle": (404, "there is no puzzle {number} in the library"),
    "not_in_puzzle": (400, "{move} cannot be played: there are {known}"),
    "nothing_there": (404, "there is nothing at {path!r}"),
    "option_too_large": (400, "bad value {value!r} for {option}: the most is {most}"),
    "state_too_deep": (400, "the state of a game is nested more than {most} deep"),
    "state_too_long": (
        400,
        "the state of a game has {length:,} characters: at most {most:,} are kept",
    ),
    "too_fast": (429, "too many requests: try again in a second"),
    "too_few_openings": (
        400,
        "only {found} openings {openings} of {wanted} were found in {seconds} seconds:"
        " ask for fewer games, or for random openings",
    ),
    "too_large": (413, "more than {most:,} bytes are not read here"),
    "too_many_games": (
        400,
        "there are more than {most:,} games in it:"
        " of many games make a database with outflank database build",
    ),
    "too_many_matches": (503, "{most} matches are going on: stop one, or wait for its end"),
    "too_much": (400, "there is too much in it to be read here: give it in parts"),
    "too_slow": (408, "the rest of the request does not come"),
    "unexpected": (500, "something went wrong in the server: its terminal says more"),
    "unknown_agent": (400, "unknown agent {agent!r}: there are {known}"),
    "unknown_format": (400, "unknown format {name!r}: there are {known}"),
    "unknown_option": (400, "{agent} has no option {option!r} here: there are {known}"),
    "unreadable": (400, "{reason}"),
    "wrong_host": (403, "the host {host!r} is not the name of this server"),
    "wrong_lengths": (400, "the body has {length:,} bytes, but the lengths make {sum:,}"),
    "wrong_method": (405, "{method} is not possible at {path!r}"),
    "wrong_origin": (403, "pages of {origin!r} may not use this server"),
    "wrong_token": (401, "the token of this server is missing or wrong"),
}
"""The status of each, and its sentence; a reason is a sentence of the library."""


class Refusal(HTTPException):
    """Something that cannot be done."""

    def __init__(
        self, code: str, headers: dict[str, str] | None = None, **parts: str | int
    ) -> None:
        status, sentence = REFUSALS[code]
        super().__init__(status, sentence.format(**parts), headers)
        self.code, self.parts = code, parts

    def __str__(self) -> str:
        return self.detail

    @property
    def fields(self) -> dict[str, Any]:
        """What is answered."""
        return {"error": self.detail, "code": self.code, "parts": self.parts}
