"""``agentfw maps``: what the arena can be played on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.maps.drawing import describe, draw_svg, draw_text
from agentfw.errors import UsageError

if TYPE_CHECKING:
    from agentfw.arena.maps.mapfiles import MapFile

__all__ = ["maps"]


@click.command(epilog="Example: agentfw maps ctf-twins --svg twins.svg")
@click.argument("name", required=False)
@click.option("--svg", type=click.Path(dir_okay=False), metavar="FILE", help="Write a picture of NAME.")
def maps(name: str | None, svg: str | None) -> None:
    """List the maps of the arena, or draw the one called NAME.

    NAME may also be the path of a map file of your own.
    """
    if name is None:
        if svg is not None:
            raise UsageError(
                "--svg needs the NAME of a map, as in: agentfw maps dm-closet --svg closet.svg"
            )
        for known in known_maps():
            click.echo(_row(find_map(known)))
        return
    map_file = find_map(name)
    _show(map_file)
    if svg is not None:
        _write(Path(svg), draw_svg(map_file))


def _row(map_file: MapFile) -> str:
    level, (low, high) = map_file.level, map_file.players
    size = f"{level.width}×{level.depth}"  # noqa: RUF001 - a size
    modes = " ".join(map_file.modes)
    return f"{map_file.name:<14} {low:>2}-{high:<3} {size:<6} {modes:<12} {map_file.about}"


def _show(map_file: MapFile) -> None:
    click.echo(_row(map_file))
    for line in draw_text(map_file.level):
        click.echo(line)
    items = {thing.mark: describe(thing) for thing in map_file.level.things}
    for mark, text in items.items():
        count = sum(thing.mark == mark for thing in map_file.level.things)
        click.echo(f"{mark}  {text}" + (f" ({count})" if count > 1 else ""))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
    click.echo(f"picture   {path}")
