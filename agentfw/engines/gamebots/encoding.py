"""Structs into lines, for both directions, compiled from the forms of a dialect.

A struct may have several forms; the first one that can say everything the struct holds is taken.
A form may openly drop fields (a classic server knows no second destination); what no form can say
raises `NotInDialect` rather than being lost.

Two ways to write. Which fields are told decides which attributes appear, so for each combination
of told fields met there is a *plan*: one ``%`` template and one C-level getter for its values. Forms
whose attributes depend on values, and texts that need cleaning, go through the careful writer.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from agentfw.engines.gamebots.dialect import AXES, TEXTS, Attribute, Dialect, Form, ValueType
from agentfw.engines.gamebots.values import writer
from agentfw.errors import NotInDialect
from agentfw.vocabulary import Command

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["CommandEncoder", "MessageEncoder"]

_S = TypeVar("_S", bound=msgspec.Struct)

_END: Final = "\r\n"
_MAX_TRIES: Final = 500
"""How often a plan is tried for one struct; texts that need care never get one."""
_MAX_PLANS: Final = 8
"""How many plans are kept for one struct and number of fields."""


class _Plan:
    """Writes structs of one type of which the same fields are told.

    A value that decides which attributes appear, or one of a few words, is part of the plan: it is
    written into the template, and only structs with the same value fit.
    """

    def __init__(
        self,
        form: Form,
        attributes: Sequence[Attribute],
        unsaid: Sequence[str],
        *,
        dialect: Dialect,
        same: Sequence[tuple[str, Any]] = (),
    ) -> None:
        number = f"%.{dialect.decimals}f"
        self._texts: list[int] = []
        self._names: set[int] = set()
        """Which of the texts are ids and classes, which are written as None when they are empty."""
        self._same = tuple(value for _, value in same)
        known = dict(same)
        paths = [field for field, _ in same]
        parts = [form.word]
        for attribute in attributes:
            if attribute.kind in _FIXED:
                text = _fixed_text(attribute, known[attribute.field], dialect)
                parts += [text.replace("%", "%%")] if text else []
                continue
            if attribute.kind in AXES:
                slot = number if attribute.kind is ValueType.VECTOR else "%d"
                text = f"{slot},{slot},{slot}"
                paths += (f"{attribute.field}.{axis}" for axis in AXES[attribute.kind])
            else:
                text = {ValueType.FLOAT: number, **_SLOTS}[attribute.kind]
                if attribute.kind in TEXTS:
                    self._texts.append(len(paths))
                    if attribute.kind is not ValueType.TEXT:
                        self._names.add(len(paths))
                paths.append(attribute.field)
            parts.append(f"{{{attribute.name} {text}}}")
        # Fields that are told but not said are fetched all the same and printed with no width, so
        # that the plan fits only structs that tell exactly the same fields. The last path comes
        # twice because attrgetter gives a bare value, not a tuple, for a single name.
        paths += [*unsaid, paths[-1]]
        self._template = "%.0s" * len(same) + " ".join(parts) + _END + "%.0s" * (len(unsaid) + 1)
        self._get = attrgetter(*paths)

    def encode(self, struct: msgspec.Struct) -> bytes | None:
        """The line, or None when other fields are told, or a text needs care."""
        try:
            values = self._get(struct)
        except AttributeError:
            return None  # a part of something that is None
        if None in values or (self._same and values[: len(self._same)] != self._same):
            return None
        for index in self._texts:
            text = values[index]
            if not text and index in self._names:
                values = (*values[:index], "None", *values[index + 1 :])
            elif not text or not text.isprintable() or "{" in text or "}" in text:
                return None
        line = self._template % values
        if ("nan" in line or "inf" in line) and not _are_numbers(values):
            return None
        return line.encode("latin-1", "replace")


def _are_numbers(values: Iterable[object]) -> bool:
    """Whether all numbers among these can be sent; the words in question may stand in a text."""
    return all(math.isfinite(value) for value in values if isinstance(value, float))


_SLOTS: Final = {
    ValueType.INT: "%d",
    ValueType.BOOL: "%s",
    ValueType.BIT: "%d",
    ValueType.TEXT: "%s",
    ValueType.ID: "%s",
    ValueType.CLASS: "%s",
}
_FIXED: Final = {ValueType.TAG, ValueType.PRESENT, ValueType.WORD, ValueType.TITLE}
"""Kinds with few values, which are written into the template."""
_PLANNED: Final = {ValueType.FLOAT, *_SLOTS, *AXES, *_FIXED}


def _fixed_text(attribute: Attribute, value: object, dialect: Dialect) -> str:
    """How one attribute of few values is written; empty when that value leaves it out."""
    if attribute.kind in (ValueType.TAG, ValueType.PRESENT):
        wanted = attribute.preset if attribute.kind is ValueType.TAG else True
        return f"{{{attribute.name} {dialect.true_tag}}}" if value == wanted else ""
    return f"{{{attribute.name} {writer(attribute.kind, dialect.decimals)(value)}}}"


class _FormWriter:
    """Writes structs of one type in one form, attribute by attribute."""

    def __init__(self, form: Form, dialect: Dialect, bare_end: str) -> None:
        self.form = form
        self._dialect = dialect
        self._bare = f"{form.word}{bare_end}{_END}".encode("latin-1")
        self._is_command = issubclass(form.struct, Command)
        self._attributes = list(_told_once(form.attributes))
        said = {attribute.field for attribute in form.attributes}
        said |= {group.field for group in form.groups}
        self._fixed = [preset for preset in form.presets if preset[0] not in said]
        silent = said.union(form.drops, (field for field, _ in form.presets), ("extra",))
        self._unsaid = [field for field in form.struct.__struct_fields__ if field not in silent]
        self._tags = _tag_values(form)
        # Without the attribute that selects this form, the line would be read as another form.
        selecting = [a for a in form.attributes if a.name == form.condition]
        self._needed = [a.field for a in selecting if a.kind is not ValueType.TAG]
        kinds = {attribute.kind for attribute in form.attributes}
        numbered = any(attribute.is_numbered for attribute in form.attributes)
        self._is_planned = kinds <= _PLANNED and not (numbered or form.groups)
        decided = {attribute.field for attribute in form.attributes if attribute.kind in _FIXED}
        self._decided = sorted(decided | {field for field, _ in self._fixed})

    def cannot_say(self, struct: msgspec.Struct) -> list[str]:
        """The fields that this form would lose."""
        lost = [field for field in self._unsaid if getattr(struct, field) not in (None, ())]
        lost += [field for field in self._needed if getattr(struct, field) is None]
        lost += [field for field, value in self._fixed if getattr(struct, field) != value]
        return lost + [
            field for field, values in self._tags.items() if getattr(struct, field) not in values
        ]

    def fit(self, struct: _S) -> _S | None:
        """The struct without what this form has no attributes for; None when that is not enough."""
        lost = [field for field in self._unsaid if getattr(struct, field) is not None]
        fitting = msgspec.structs.replace(struct, **dict.fromkeys(lost)) if lost else struct
        return None if self.cannot_say(fitting) else fitting

    def plan(self, struct: msgspec.Struct) -> _Plan | None:
        """The quick way for structs like this one, if there is one."""
        told = [a for a in self._attributes if getattr(struct, a.field) is not None]
        same = [(field, getattr(struct, field)) for field in self._decided]
        same = [(field, value) for field, value in same if value is not None]
        said = {a.field for a in told}.union(field for field, _ in same)
        fields = (f for f in struct.__struct_fields__ if f not in said and f != "extra")
        unsaid = [field for field in fields if getattr(struct, field) is not None]
        if not self._is_planned or not told:
            return None
        return _Plan(self.form, told, unsaid, dialect=self._dialect, same=same)

    def encode(self, struct: msgspec.Struct) -> bytes:
        """The line, with its end."""
        parts = [self.form.word, *self._written(self._attributes, struct, "")]
        for group in self.form.groups:
            inner = getattr(struct, group.field)
            if inner is not None:
                parts += self._written(group.attributes, inner, group.prefix)
        if len(parts) == 1:
            return self._bare
        if self._is_command and len(parts) - 1 > self._dialect.max_attributes:
            limit = self._dialect.max_attributes
            raise NotInDialect(f"{self._dialect.name} reads {limit} attributes, not {len(parts) - 1}")
        return (" ".join(parts) + _END).encode("latin-1", "replace")

    def _written(
        self, attributes: Iterable[Attribute], struct: msgspec.Struct, prefix: str
    ) -> Iterable[str]:
        for attribute in attributes:
            value = getattr(struct, attribute.field)
            if value is None:
                continue
            if attribute.kind in (ValueType.TAG, ValueType.PRESENT):
                wanted = attribute.preset if attribute.kind is ValueType.TAG else True
                if value == wanted:
                    yield f"{{{prefix}{attribute.name} {self._dialect.true_tag}}}"
                continue
            write = writer(attribute.kind, self._dialect.decimals)
            if attribute.is_numbered:
                stem = attribute.name.removesuffix("#")
                yield from (f"{{{stem}{index} {write(item)}}}" for index, item in enumerate(value))
            else:
                yield f"{{{prefix}{attribute.name} {write(value)}}}"


class _Encoder:
    def __init__(self, dialect: Dialect, forms: Iterable[Form], bare_end: str) -> None:
        self._dialect = dialect
        self._writers: dict[type[msgspec.Struct], list[_FormWriter]] = defaultdict(list)
        for form in forms:
            self._writers[form.struct].append(_FormWriter(form, dialect, bare_end))
        self._writers.default_factory = None
        self._constants = {
            kind: writers[0].encode(kind())
            for kind, writers in self._writers.items()
            if kind.__struct_fields__ == ("extra",)
        }
        self._tried: Counter[type[msgspec.Struct]] = Counter()
        # By type and by how many fields are not told, which nearly always leaves one plan.
        self._plans: dict[type[msgspec.Struct], dict[int, list[_Plan]]] = {
            kind: {} for kind in self._writers
        }

    def encode(self, struct: msgspec.Struct) -> bytes:
        """The line that says this, with its end; raises `NotInDialect` where nothing does."""
        line = self._constants.get(type(struct))
        if line is not None:
            return line
        plans = self._plans.get(type(struct))
        if plans is None:
            raise NotInDialect(f"{self._dialect.name} has no word for {type(struct).__name__}")
        untold = msgspec.structs.astuple(struct).count(None)
        for plan in plans.get(untold, ()):
            line = plan.encode(struct)
            if line is not None:
                return line
        chosen = self._choose(struct)
        known = plans.setdefault(untold, [])
        if len(known) < _MAX_PLANS and self._tried[type(struct)] < _MAX_TRIES:
            self._learn(chosen.plan(struct), struct, known)
        return chosen.encode(struct)

    def can_say(self, kind: type[msgspec.Struct]) -> bool:
        """Whether the dialect has a word for this kind of struct at all."""
        return kind in self._writers

    def fit(self, struct: _S) -> _S | None:
        """The struct without what the dialect has no words for; None when nothing is left to say."""
        for candidate in self._writers.get(type(struct), ()):
            fitting = candidate.fit(struct)
            if fitting is not None:
                return fitting
        return None

    def _learn(self, plan: _Plan | None, struct: msgspec.Struct, plans: list[_Plan]) -> None:
        self._tried[type(struct)] += 1
        if plan is not None and plan.encode(struct) is not None:
            plans.append(plan)

    def _choose(self, struct: msgspec.Struct) -> _FormWriter:
        writers = self._writers[type(struct)]
        for candidate in writers:
            if not candidate.cannot_say(struct):
                return candidate
        lost = ", ".join(writers[0].cannot_say(struct))
        raise NotInDialect(f"{self._dialect.name} cannot say {lost} of {type(struct).__name__}")


class CommandEncoder(_Encoder):
    """What a client of this dialect says on one kind of port."""

    def __init__(self, dialect: Dialect, port: str) -> None:
        super().__init__(dialect, (form for form in dialect.commands if port in form.ports), "")


class MessageEncoder(_Encoder):
    """What a server of this dialect says on one kind of port."""

    def __init__(self, dialect: Dialect, port: str) -> None:
        bare_end = " " if dialect.blank_after_bare_word else ""
        super().__init__(dialect, (form for form in dialect.messages if port in form.ports), bare_end)


def _tag_values(form: Form) -> dict[str, set[Any]]:
    """For each field that only tags can say: the values they say, and what saying nothing means."""
    values: dict[str, set[Any]] = {}
    for attribute in form.attributes:
        if attribute.kind is ValueType.TAG:
            values.setdefault(attribute.field, {None}).add(attribute.preset)
            if attribute.name == form.condition:
                values[attribute.field] = {attribute.preset}
    for field, value in form.presets:
        if field in values:
            values[field].add(value)
    return values


def _told_once(attributes: Iterable[Attribute]) -> Iterable[Attribute]:
    """The attributes without second names for a field, which are only ever read."""
    told: set[tuple[str, Any]] = set()
    for attribute in attributes:
        key = (attribute.field, attribute.preset)
        if key not in told:
            told.add(key)
            yield attribute
