"""A match in words: a line while it runs, tables when it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isinf

from ..agents.students import count_faults
from ..rules import Color
from .plan import Plan
from .record import Record
from .standing import SprtState, Standing
from .statistics import FEWEST, Estimate, Results
from .summary import AgentFault, AgentSlip, Clock, Comparison, Play, Spread, Summary, summarize

_MOST_FAULTS = 5
"""How many faults of each agent are told in full."""
_SKEWED = 1.2
"""How much longer one arm of an interval may be than the other before ± would mislead."""


def running_line(standing: Standing) -> str:
    """How many games are done and how they stand, in one line."""
    plan = standing.plan
    parts = [f"{len(standing.records)}/{plan.total}"]
    if len(plan.agents) == 2:
        (results,) = standing.results.values()
        parts.append(f"+{results.wins} ={results.draws} -{results.losses}")
        if results.games:
            parts.append(_percent(results.points / results.games))
    else:
        points = [0.0] * len(plan.agents)
        for (first, second), results in standing.results.items():
            points[first] += results.points
            points[second] += results.games - results.points
        leaders = sorted(range(len(points)), key=lambda i: -points[i])[:3]
        parts += [f"{plan.names[i]} {points[i]:g}" for i in leaders]
    if standing.sprt:
        parts.append(f"LLR {standing.sprt.llr:+.2f}")
    if standing.faults:
        parts.append(f"{standing.faults} by fault")
    if standing.slips:
        parts.append(f"{standing.slips} faults survived")
    if standing.replaced:
        parts.append(f"{standing.replaced} random moves instead")
    return "  ".join(parts)


def game_line(plan: Plan, record: Record) -> str:
    """A game in one line."""
    names = plan.names
    line = (
        f"game {record.number}: {names[record.black]} - {names[record.white]}, "
        f"{record.size}x{record.size}, {record.score:+d}"
    )
    said = [record.fault.message] if record.fault else []
    for color, agent in ((Color.BLACK, record.black), (Color.WHITE, record.white)):
        if counts := count_faults([slip.kind for slip in record.slips if slip.side is color]):
            replaced = record.replaced(color)
            instead = f", {_random_moves(replaced)} played instead" if replaced else ""
            said.append(f"{names[agent]}: {counts}{instead}")
    return f"{line} ({'; '.join(said)})" if said else line


def report(standing: Standing) -> str:
    """Everything that the match shows, as tables."""
    summary = summarize(standing)
    parts = [_title(standing, summary)]
    if summary.games:
        if len(summary.names) == 2:
            (comparison,) = summary.comparisons
            parts.append(_duel(comparison, summary))
        else:
            parts += [_cross_table(summary), _pairings(summary)]
        if len(standing.plan.sizes) > 1:
            parts.append(_sizes(summary))
        parts += [_play(summary), "\n".join([*_late(summary), *_slips(summary), *_faults(summary)])]
    return "\n\n".join(parts)


def _title(standing: Standing, summary: Summary) -> str:
    plan = standing.plan
    sizes = ", ".join(f"{size}x{size}" for size in plan.sizes)
    done = f"{summary.games}" if summary.games == plan.total else f"{summary.games} of {plan.total}"
    lines = [
        f"{' - '.join(summary.names)}",
        f"{done} games on {sizes}, {plan.limit}, seed {plan.seed}, openings {plan.openings}",
    ]
    for size, (count, distinct) in summary.openings.items():
        if distinct < count:
            lines.append(f"note: only {distinct} of {count} openings on {size}x{size} differ")
    return "\n".join(lines)


def _duel(comparison: Comparison, summary: Summary) -> str:
    rows = [
        [name, *_results(results)]
        for name, results in (
            (summary.names[comparison.first], comparison.results),
            ("  as Black", comparison.black),
            ("  as White", comparison.white),
        )
    ]
    pairs = comparison.pairs
    facts = [
        ("pairs", f"{pairs.ww} won twice, {pairs.wd} won and drawn, {pairs.level} level, "
                  f"{pairs.ld} drawn and lost, {pairs.ll} lost twice{_repeated(comparison)}"),
        ("discs", _discs_in_full(comparison)),
        ("Elo", elo_text(comparison.elo)),
        ("superiority", _leader(comparison, summary.names)),
    ]  # fmt: skip
    if summary.sprt:
        facts.append(("SPRT", _sprt(summary.sprt)))
    width = max(len(name) for name, _ in facts) + 2
    return "\n".join(
        [table(["", "wins", "draws", "losses", "score"], rows), ""]
        + [f"{name:{width}}{text}" for name, text in facts]
    )


def _leader(comparison: Comparison, names: Sequence[str]) -> str:
    """Who is probably the stronger one, and how probably."""
    first = comparison.superiority
    if first == 0.5:
        return "none: nothing speaks for either"
    index = comparison.first if first > 0.5 else comparison.second
    return f"{_percent(max(first, 1 - first), 2)} that {names[index]} is the stronger one"


def _cross_table(summary: Summary) -> str:
    count = len(summary.names)
    points: dict[tuple[int, int], str] = {}
    for comparison in summary.comparisons:
        results = comparison.results
        points[comparison.first, comparison.second] = f"{results.points:g}"
        points[comparison.second, comparison.first] = f"{results.games - results.points:g}"
    order = sorted(range(count), key=lambda i: (-_share(summary.totals[i]), i))
    rows = []
    for rank, i in enumerate(order, 1):
        total, rating = summary.totals[i], summary.ratings[i]
        met = [points.get((i, j), "") if i != j else "-" for j in order]
        cells = f"{total.points:g}/{total.games}", _percent(_share(total)), f"{rating:+.0f}"
        rows.append([f"{rank} {summary.names[i]}", *met, *cells])
    heads = ["", *map(str, range(1, count + 1)), "points", "score", "Elo"]
    return table(heads, rows)


def _pairings(summary: Summary) -> str:
    rows = [
        [
            f"{summary.names[c.first]} - {summary.names[c.second]}",
            *_results(c.results),
            _discs(c),
            elo_text(c.elo, short=True) if c.results.games else "",
            _percent(c.superiority) if c.results.games else "",
        ]
        for c in summary.comparisons
    ]
    return table(["", "wins", "draws", "losses", "score", "discs", "Elo", "superiority"], rows)


def _sizes(summary: Summary) -> str:
    rows = [
        [
            f"{c.size}x{c.size} {summary.names[c.first]} - {summary.names[c.second]}",
            *_results(c.results),
            _discs(c),
            elo_text(c.elo, short=True) if c.results.games else "",
        ]
        for c in summary.by_size
    ]
    return table(["", "wins", "draws", "losses", "score", "discs", "Elo"], rows)


def _play(summary: Summary) -> str:
    heads = ["a move", "moves", "depth", "least", "nodes", "most"]
    heads += ["seconds", "most", "branching", "most"]
    rows = [_play_row(play, summary) for play in summary.play]
    told = [i for i in range(len(heads)) if any(row[i] for row in rows)]
    lines = table([heads[i] for i in told], [[row[i] for i in told] for row in rows])
    if len(told) == len(heads):
        note = "depth, nodes, seconds: median; branching: mean of legal moves; least, most: extreme"
    else:
        note = "seconds: median; branching: mean of the legal moves; most: the greatest"
    return f"{lines}\n({note})"


def _play_row(play: Play, summary: Summary) -> list[str]:
    depth = _two(play.depth, lambda s: (f"{s.median:g}", f"{s.low:g}"))
    nodes = _two(play.nodes, lambda s: (f"{s.median:,.0f}", f"{s.high:,.0f}"))
    sized = f" {play.size}x{play.size}" if len(summary.openings) > 1 else ""
    return [
        f"{summary.names[play.agent]}{sized}",
        f"{play.moves}",
        *depth,
        *nodes,
        _seconds(play.time.median),
        _seconds(play.time.high),
        f"{play.choices.mean:.1f}",
        f"{play.choices.high:g}",
    ]


def _late(summary: Summary) -> list[str]:
    return [_late_line(clock, summary.names) for clock in summary.clocks if clock.over]


def _late_line(clock: Clock, names: Sequence[str]) -> str:
    return (
        f"{names[clock.agent]} was over its time of {clock.time:g} s: "
        f"{clock.over} of {clock.moves} moves, worst {clock.worst:.2f} s"
    )


def _slips(summary: Summary) -> list[str]:
    """Faults that lost no game; late moves are left to `_late`, which counts them all."""
    late = {clock.agent for clock in summary.clocks if clock.over}
    lines = []
    for agent, name in enumerate(summary.names):
        own = [
            slip
            for slip in summary.slips
            if slip.agent == agent and not (slip.slip.kind == "late move" and agent in late)
        ]
        if own:
            counts, games = count_faults([s.slip.kind for s in own]), summary.totals[agent].games
            lines += [f"{name}: {counts} in {games} games", *_slip_lines(own)]
        lines += [f"  {line}" for line in replaced_lines(summary, agent)]
    return lines


def replaced_lines(summary: Summary, agent: int, whose: str = "its") -> list[str]:
    """How many moves were not the agent's own, in all and in the games with most of them."""
    own = sorted(
        (one for one in summary.replaced if one.agent == agent), key=lambda one: -one.replaced
    )
    if not own:
        return []
    count = sum(one.replaced for one in own)
    asked = sum(play.moves for play in summary.play if play.agent == agent)
    verb = "was" if count == 1 else "were"
    lines = [f"{count} of {whose} {asked} moves {verb} not {whose} own, but random after a fault:"]
    lines += [f"  game {one.game}: {one.replaced} of {one.moves}" for one in own[:_MOST_FAULTS]]
    if rest := own[_MOST_FAULTS:]:
        games = f"{len(rest)} more game{'' if len(rest) == 1 else 's'}"
        lines.append(f"  {games}: {sum(one.replaced for one in rest)}")
    return lines


def _random_moves(count: int) -> str:
    return f"{count} random move{'' if count == 1 else 's'}"


def _slip_lines(slips: Sequence[AgentSlip]) -> list[str]:
    """The commonest, each with the first time that it happened."""
    groups: dict[tuple[str, str], list[AgentSlip]] = {}
    for slip in slips:
        groups.setdefault((slip.slip.kind, slip.slip.message), []).append(slip)
    common = sorted(groups.values(), key=lambda group: -len(group))
    lines = []
    for group in common[:_MOST_FAULTS]:
        first, times = group[0], f" ({len(group)} times)" if len(group) > 1 else ""
        lines.append(f"  game {first.game}, move {first.slip.move}: {first.slip.message}{times}")
    if len(common) > _MOST_FAULTS:
        lines.append(f"  and {sum(map(len, common[_MOST_FAULTS:]))} more")
    return lines


def _faults(summary: Summary) -> list[str]:
    if not summary.faults:
        other = summary.slips or any(clock.over for clock in summary.clocks)
        return ["No game was lost by a fault." if other else "No faults."]
    lines = []
    for agent, name in enumerate(summary.names):
        own = [fault for fault in summary.faults if fault.agent == agent]
        if own:
            lines += [f"{name} lost {len(own)} by a fault: {_kinds(own)}"]
            lines += [f"  game {f.game}: {f.fault.message}" for f in own[:_MOST_FAULTS]]
            if len(own) > _MOST_FAULTS:
                lines.append(f"  and {len(own) - _MOST_FAULTS} more")
    return lines


def _kinds(faults: Sequence[AgentFault]) -> str:
    kinds = [fault.fault.kind for fault in faults]
    return ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))


def elo_text(estimate: Estimate, *, short: bool = False) -> str:
    """A difference in Elo with its interval; its error where that is the same on both sides."""
    value, low, high = estimate
    text = f"{value:+.0f}" if short else f"{value:+.1f}"
    if isinf(value):
        text = "infinite" if value > 0 else "minus infinite"
    if isinf(low):
        return f"{text} (95 %: {high:+.0f} or less)"
    if isinf(high):
        return f"{text} (95 %: {low:+.0f} or more)"
    if max(high - value, value - low) > _SKEWED * min(high - value, value - low):
        return f"{text} (95 %: {low:+.0f} to {high:+.0f})"
    if short:
        return f"{text} ± {estimate.error:.0f}"
    return f"{text} ± {estimate.error:.1f} (95 %: {low:+.1f} to {high:+.1f})"


def _sprt(state: SprtState) -> str:
    sprt, (lower, upper) = state.sprt, state.sprt.bounds
    if state.decision is None:
        verdict = "undecided"
    else:
        accepted = sprt.elo1 if state.decision == "elo1" else sprt.elo0
        verdict = f"{accepted:g} accepted"
    return (
        f"{sprt.elo0:g} or {sprt.elo1:g} Elo ({sprt.model}): LLR {state.llr:+.2f} "
        f"of {lower:+.2f} to {upper:+.2f} after {state.pairs} pairs, {verdict}"
    )


def _discs(comparison: Comparison) -> str:
    discs = comparison.discs
    if discs is None:
        return ""
    return f"{discs.value:+.2f}" + ("" if isinf(discs.margin) else f" ± {discs.margin:.2f}")


def _discs_in_full(comparison: Comparison) -> str:
    discs = comparison.discs
    if discs is None:
        return "no pair was played out"
    if not isinf(discs.margin):
        return _discs(comparison)
    reason = "too few pairs" if discs.distinct < FEWEST else "pairs too much alike"
    return f"{_discs(comparison)} ({reason} for an interval)"


def _repeated(comparison: Comparison) -> str:
    """A clause where pairs are the same games again."""
    if comparison.distinct == comparison.pairs.total:
        return ""
    return f"; only {comparison.distinct} of {comparison.pairs.total} differ in their moves"


def _results(results: Results) -> list[str]:
    share = _percent(results.points / results.games) if results.games else ""
    return [f"{results.wins}", f"{results.draws}", f"{results.losses}", share]


def _share(results: Results) -> float:
    return results.points / results.games if results.games else 0.0


def _seconds(seconds: float) -> str:
    return f"{seconds:.6f}"


def _percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


def _two(spread: Spread | None, text: Callable[[Spread], tuple[str, str]]) -> tuple[str, str]:
    return ("", "") if spread is None else text(spread)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns side by side, the first to the left, the others to the right."""
    lines = [heads, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
