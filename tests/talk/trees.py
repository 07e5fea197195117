"""Talk trees made by chance, and short ways to read some."""

from __future__ import annotations

from hypothesis import strategies as st

from agentfw.errors import PlanError, UsageError
from agentfw.language import PlanText, Problems
from agentfw.talk import Reads, Talk, check_talk
from agentfw.talk.parsing import parse_talk
from agentfw.talk.syntax import (
    Chat,
    Chats,
    Item,
    Key,
    Line,
    Literal,
    Maybe,
    Part,
    RandomTexts,
    Reply,
    Synonym,
    SynonymContext,
    SynonymGroup,
    Template,
    TemplateContext,
    Variable,
)

_letters = st.characters(exclude_categories=("C", "Z"))
texts = st.text(st.one_of(_letters, st.sampled_from(' "\\')), max_size=8)
names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,6}", fullmatch=True).filter(lambda name: name != "chat")
literals = st.builds(Literal, st.lists(texts, min_size=1, max_size=3).map(tuple))
variables = st.builds(Variable, st.one_of(names, st.sampled_from("01234567")))
_plain = st.one_of(literals, variables)
parts: st.SearchStrategy[Part] = st.one_of(
    _plain, st.builds(Maybe, st.lists(_plain, min_size=1, max_size=2).map(tuple))
)
lines = st.builds(Line, st.lists(parts, min_size=1, max_size=4).map(tuple))
some_lines = st.lists(lines, min_size=1, max_size=3).map(tuple)
_words = st.text("abc", min_size=1, max_size=4)
_said = st.builds(lambda word: Literal((word,)), _words)


def _template(first: Literal, rest: list[tuple[str, Literal]]) -> tuple[Part, ...]:
    told = [part for number, (_, text) in enumerate(rest) for part in (Variable(str(number)), text)]
    return (first, *told)


templates = st.builds(
    Template,
    st.builds(_template, _said, st.lists(st.tuples(names, _said), max_size=3)),
    names,
    st.lists(names, max_size=2).map(tuple),
)
weights = st.sampled_from((0.0, 1.0, 0.5, 0.25, 0.123456))
groups = st.builds(
    SynonymGroup, st.lists(st.builds(Synonym, texts, weights), min_size=1, max_size=3).map(tuple)
)
keys = st.one_of(
    st.builds(Key, st.sampled_from(("name", "female", "male", "it")), st.sampled_from(("", "&", "!"))),
    st.builds(lambda text, sign: Key("text", sign, (text,)), texts, st.sampled_from(("", "&", "!"))),
    st.builds(
        lambda told, sign: Key("names", sign, tuple(told)),
        st.lists(texts, min_size=1, max_size=3),
        st.sampled_from(("", "&", "!")),
    ),
    st.builds(
        lambda told, sign: Key("template", sign, template=Template(told.parts)),
        templates,
        st.sampled_from(("", "&", "!")),
    ),
)
items: st.SearchStrategy[tuple[Item, ...]] = st.lists(
    st.one_of(
        st.builds(SynonymContext, names, st.lists(groups, min_size=1, max_size=3).map(tuple)),
        st.builds(TemplateContext, names, st.lists(templates, min_size=1, max_size=3).map(tuple)),
        st.builds(RandomTexts, names, some_lines),
        st.builds(
            Reply,
            st.lists(keys, min_size=1, max_size=3).map(tuple),
            st.sampled_from((0.0, 5.0, 6.5, 1000.0)),
            some_lines,
        ),
        st.builds(
            Chats, texts, st.lists(st.builds(Chat, texts, some_lines), min_size=1, max_size=2).map(tuple)
        ),
    ),
    max_size=4,
).map(tuple)


def read(text: str, **files: str) -> tuple[Item, ...]:
    """The trees of a text that has no mistakes of grammar; includes are found among the files."""
    problems = Problems()
    found = parse_talk(PlanText(text, "my.talk"), reader(files), problems)
    problems.finish()
    return found


def talk_in(text: str, **files: str) -> Talk:
    """What a text says that has no mistakes."""
    problems = Problems()
    found = check_talk(PlanText(text, "my.talk"), reader(files), problems)
    problems.finish()
    return found


def mistakes(text: str, **files: str) -> list[str]:
    """The mistakes in a text, each in one line, without the name of the file."""
    try:
        talk_in(text, **files)
    except PlanError as error:
        return [problem.split("\n")[0].removeprefix("my.talk:") for problem in error.problems]
    return []


def warnings(text: str) -> list[str]:
    """What is odd about a text, each in one line."""
    problems = Problems()
    check_talk(PlanText(text, "my.talk"), None, problems)
    assert not problems.errors
    return [str(one).split("\n")[0].removeprefix("my.talk:") for one in problems.warnings]


def reader(files: dict[str, str]) -> Reads:
    """Finds files in memory; their names are told with "_" for "."."""
    known = {name.replace("_", "."): text for name, text in files.items()}

    def find(name: str, beside: str) -> PlanText:
        assert beside
        if name not in known:
            raise UsageError(f'there is no talk file "{name}"')
        return PlanText(known[name], name)

    return find
