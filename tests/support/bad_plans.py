"""Plans and expressions with mistakes, for the messages that the pages about plans list."""

from __future__ import annotations

from typing import Final

__all__ = ["BAD_EXPRESSIONS", "BAD_PLANS", "ODD_PLANS"]

BAD_EXPRESSIONS: Final = (
    "helth < 30",
    "$wher",
    "at()",
    "enemy_visible(1, 2)",
    "enemy_visible(withn=3)",
    "at(where=1, where=2)",
    "weapon_is(3)",
    "travel_time(where=own_base, 3)",
    "hurt(3)",
    '"a" + 1',
    "own_base < 3",
    'health < "low"',
    "health in 3",
    '3 in "abc"',
    '[1, "a"]',
    "health = 30",
    "health && armor",
    "is_alive == not is_stuck",
    "health < 30 < 50",
    "30m < health",
    "health <",
    "(health",
    '"abc',
    r'"a\q"',
    "(" * 101 + "1" + ")" * 101,
)
"""One mistake each; they know what the examples of the page know."""


def _drives(*drives: str, parts: str = "") -> dict[str, str]:
    rows = "".join(f"({one})" for one in drives)
    return {"plan.lap": f"({parts} (RDC life (drives {rows})))"}


def _drive(trigger: str = "((succeed))", action: str = "explore") -> str:
    return f"(one (trigger {trigger}) {action})"


def _task(*lines: str) -> dict[str, str]:
    return {"plan.htn": "\n".join(("Top", "Foo", "Head Foo", *lines))}


_BAD_POSH: Final = (
    {"plan.lap": "((RDC life (drives ((a (trigger ((succeed))) explore))))"},
    {"plan.lap": "((RDC life (drives ((a (trigger ((succeed))) explore)))))\n)"},
    {"plan.lap": '((RDC life (drives ((a (trigger ((health "30))) explore)))))'},
    {"plan.lap": "((RDC life (drives (a (trigger ((succeed))) explore))))"},
    {"plan.lap": "((AP a (stop)))"},
    {"plan.lap": "((RDC a (drives)) (RDC b (drives)))"},
    _drives(_drive("(succeed)")),
    _drives("(one (trigger ((succeed) explore)))"),
    _drives(_drive("((health 30 ~))")),
    _drives(_drive("((sucseed))")),
    _drives(_drive("((explore))")),
    _drives(_drive("((health low <))")),
    _drives(_drive('((at "home"))')),
    _drives(_drive(action="exploer")),
    _drives(_drive(action="health")),
    _drives(_drive(action="(travel-to)")),
    _drives(_drive(action="(travel-to 1 2 3 4 5)")),
    _drives(_drive(action="(stop 3)")),
    _drives(_drive(action="(travel-to wher=3)")),
    _drives(_drive(action='(wait "long")')),
    _drives(_drive(action="explore (fortnight 2)")),
    _drives(_drive(action="explore (interrupt stop)")),
    _drives(_drive(action="explore (seconds 0)")),
    _drives(_drive(), _drive()),
    _drives(_drive(action="a"), parts="(AP a (b stop)) (AP b (stop))"),
    _drives(_drive(action="a"), parts="(AP a (stop)) (AP a (stop))"),
    _drives(_drive(action="a"), parts="(AP a (b)) (AP b (a))"),
    _drives(_drive(action="a"), parts="(C a (elements ((x (trigger ((succeed))) stop 0))))"),
    _drives(_drive(), parts="(const health 3)"),
    _drives(_drive(), parts='(include "nowhere.lap")'),
)

_ODD_POSH: Final = (
    {
        "plan.lap": "((RDC life (drives ((a (trigger ((is-alive))) explore)"
        " (b (trigger ((health 40 <))) explore)))))"
    },
    _drives(_drive("((health 30 <) (health 50 >))")),
    _drives("(one (trigger ((succeed))) explore)", "(two (trigger ((is-alive))) stop)"),
    _drives(_drive(), parts="(AP a (stop)) (C b (elements ((x (trigger ((succeed))) stop))))"),
    _drives(_drive(action="a (seconds 5)"), parts="(AP a (stop walk))"),
    _drives(_drive(), parts="(const low 3)"),
    {"plan.lap": "((RDC life (goal ()) (drives ((a (trigger ((succeed))) explore)))))"},
)

_BAD_HTN: Final = (
    {"plan.htn": "explore\nGoals"},
    {"plan.htn": "Head Foo\nSubtask\nexplore"},
    {"plan.htn": "Head Foo\nSubtasks\nstop\nHead foo\nSubtasks\nstop"},
    {"plan.htn": "Constant a 1\nConstant a 2\nConstant b 1 2\nInclude nowhere.htn"},
    {"plan.htn": "Constant health 40"},
    {"plan.htn": "Head stop\nLookahead"},
    _task("Goals", "Goals", "Subtasks", "stop"),
    _task("Subtasks", "exploer", "travel_to", "travel_to wher=3", "wait 1 seconds=2", "wait long"),
    _task("Goals", "helth < 30", "health = 3", "health < $low", "explore", "Subtasks", "stop"),
    _task("Subtasks", "stop, , stop", "travel_to(own_base)", "travel_to (own_base", 'say "a'),
    _task("Subtasks", "(health)", "z = stop || stop", "z = every $p in items: pick_up $p"),
    _task("Subtasks", "each $p in health: stop", "each $p in items pick_up $p"),
    {"plan.htn": "Head Foo a\nSubtasks\na = (3)\nb = (3)\neach $b in items: pick_up $b"},
    _task("Priority", "Subtasks", "stop"),
    _task("Priority", '"high"', "Effects", "health = 3", "Subtasks", "stop"),
    _task("Lookahead", "nodes many", "Subtasks", "stop || stop"),
)

_ODD_HTN: Final = (
    _task("Subtasks", "stop", "Head Bar", "Subtasks"),
    _task("Goals", "health < 30", "health > 50", "Preconditions", "fail", "Subtasks", "stop"),
    _task("Subtasks", "x = (health), stop"),
    {"plan.htn": "Constant a 1\nTop\nFoo\nHead Foo\nSubtasks\nstop"},
    _task("Lookahead", "Subtasks", "explore"),
    {"plan.htn": "Top\nFight\nHead Fight\nSubtasks\nfight"},
    _task("Subtasks", "Bar", "Head Bar", "Priority", "5", "Subtasks", "stop"),
)

BAD_PLANS: Final = {"posh": _BAD_POSH, "htn": _BAD_HTN}
"""Plans that cannot be used, each by its file name."""
ODD_PLANS: Final = {"posh": _ODD_POSH, "htn": _ODD_HTN}
"""Plans that are warned about."""
