"""Whether templates mean something, and tell all that belongs to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.sources import nearest, one_of
from agentfw.talk.kinds import (
    FLAGS,
    HELPER_VARIABLES,
    HELPERS,
    KINDS,
    MEANT,
    NAMED,
    VARIABLES,
    WORD_LISTS,
    Kind,
)
from agentfw.talk.syntax import Literal, Variable, plain_rows, variables_in
from agentfw.talk.words import plain_words

if TYPE_CHECKING:
    from collections.abc import Collection

    from agentfw.language.texts import Problems
    from agentfw.talk.syntax import Template

__all__ = ["check_template"]


def check_template(context: str, template: Template, problems: Problems) -> None:
    """Note what is wrong about the meaning of a template of a context."""
    if context in MEANT:
        _check_meaning(template, problems)
    elif context in HELPERS:
        _known(template, HELPERS[context], HELPER_VARIABLES[context], problems)
    elif context in WORD_LISTS and not all(map(_is_word_list, template.parts)):
        problems.error(template.at, f'"{context}" is a list of words, each in a text of its own')


def _is_word_list(part: object) -> bool:
    return isinstance(part, Literal) and all(len(plain_words(one)) == 1 for one in part.choices)


def _known(
    template: Template, ids: Collection[str], variables: Collection[str], problems: Problems
) -> bool:
    """Whether what a template means and tells is known; what is not is noted."""
    is_known = template.id in ids
    if not is_known:
        hint = nearest(template.id, ids) or f" (known: {one_of(ids)})"
        problems.error(template.at, f'nothing is meant by "{template.id}"{hint}')
    for variable in variables_in(template.parts):
        if variable.name not in variables:
            is_known = False
            hint = nearest(variable.name, variables) or f" (known: {one_of(variables) or 'none'})"
            problems.error(variable.at, f'there is no variable "{variable.name}" here{hint}')
    return is_known


def _check_meaning(template: Template, problems: Problems) -> None:
    is_known = _known(template, ("idle", *KINDS), VARIABLES, problems)
    known = (*FLAGS, NAMED)
    for flag in template.flags:
        if flag not in known:
            is_known = False
            problems.error(template.at, f'there is no flag "{flag}"{nearest(flag, known)}')
    if not is_known or template.id == "idle":
        return
    flags = {FLAGS[flag][0] for flag in template.flags if flag != NAMED}
    for row in plain_rows(template.parts):
        told = flags | {VARIABLES[part.name] for part in row if isinstance(part, Variable)}
        if "places" in told:
            told.add("route")
        _check_told(template, KINDS[template.id], told, problems)


def _check_told(template: Template, kind: Kind, told: set[str], problems: Problems) -> None:
    missing = [need for need in kind.needs if not told.intersection(need.split("|"))]
    if missing:
        needs = ", ".join(" or ".join(need.split("|")) for need in missing)
        problems.error(template.at, f'"{template.id}" is not understood without {needs}')
    known = {one for need in kind.needs for one in need.split("|")} | set(kind.may)
    for odd in sorted(told - known):
        problems.error(
            template.at,
            f'"{template.id}" has nothing to do with "{odd}" (known: {one_of(known) or "nothing"})',
        )
