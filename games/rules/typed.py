"""What was typed into the form of a board, as the table of an edition."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple, cast

from django.utils.translation import gettext as _

from engine.editions import Tables
from games.rules.printed import SPECS, Spec
from games.rules.shapes import CELLS

NUMBER: Final = re.compile(r"-?[0-9]{1,3}", re.ASCII)


class Typed(NamedTuple):
    """The table, and by the name of an input what is wrong with it."""

    table: Tables
    wrong: dict[str, str]


def empty(board: str, present: Tables, sizes: Mapping[str, str], keep: bool) -> Tables:
    """The table of a form: with as many spaces as `sizes` says (``corridor``: ``16``). Spaces are
    empty unless the `present` numbers are to be kept; single numbers stand there."""
    table = dict(present)
    for spec in SPECS[board]:
        value = present.get(spec.key)
        if spec.of == "one" or value is None:
            continue
        if isinstance(value, list):
            size = _size(spec, len(value), sizes)
            kept = value if keep else [_blank(spec, one) for one in value]
            more = [_blank(spec, value[0])] * (size - len(kept))
            table[spec.key] = [*kept, *more][:size]
        elif isinstance(value, dict) and not keep:
            rows = cast(Mapping[str, list[object]], value)
            table[spec.key] = {players: [None] * len(row) for players, row in rows.items()}
    return table


def read(board: str, present: Tables, data: Mapping[str, str]) -> Typed:
    """The table that `data` says; what has no input is as at `present`. Sizes are `size.KEY`."""
    sizes = {spec.key: data.get(f"size.{spec.key}", "") for spec in SPECS[board]}
    form = empty(board, present, sizes, keep=False)
    wrong: dict[str, str] = {}
    table: Tables = dict(present)
    for spec in SPECS[board]:
        value = form.get(spec.key)
        if spec.of == "one":
            table[spec.key] = _number(spec.key, data, wrong)
        elif isinstance(value, dict):
            table[spec.key] = {
                players: [
                    _number(f"{spec.key}.{players}.{index}", data, wrong)
                    for index in range(1, len(row) + 1)
                ]
                for players, row in cast(Mapping[str, list[object]], value).items()
            }
        elif isinstance(value, list):
            table[spec.key] = [
                _space(spec, f"{spec.key}.{index}", one, data, wrong)
                for index, one in enumerate(value, 1)
            ]
    if "path" in table:
        table["shapes"] = {name: CELLS[name] for name in CELLS if name in _list(table["path"])}
    return Typed(table, wrong)


# --- inside -------------------------------------------------------------------


def _space(
    spec: Spec, key: str, value: object, data: Mapping[str, str], wrong: dict[str, str]
) -> object:
    if spec.of == "tiles":
        spaces = range(1, len(_list(value)) + 1)
        return [_reward(spec, f"{key}.{index}", data, wrong) for index in spaces]
    if spec.of == "reward":
        return _reward(spec, key, data, wrong)
    if spec.of == "pair":
        return [_number(f"{key}.{index}", data, wrong) for index in (1, 2)]
    if spec.of == "shape":
        shape = data.get(key, "")
        if shape not in CELLS:
            wrong[key] = _("Choose a shape.")
        return shape
    return _number(key, data, wrong)


def _reward(spec: Spec, key: str, data: Mapping[str, str], wrong: dict[str, str]) -> Tables:
    """Points and perhaps one thing more; a space that says neither was forgotten."""
    kind, _space, count = data.get(f"{key}.kind", "").partition(" ")
    points, given = data.get(f"{key}.points", "").strip(), dict[str, int]()
    if kind in spec.kinds:
        given[kind] = _whole(f"{key}.kind", count, wrong)
    if points or kind not in spec.kinds:
        given["points"] = _number(f"{key}.points", data, wrong)
    return cast(Tables, given)


def _number(name: str, data: Mapping[str, str], wrong: dict[str, str]) -> int:
    return _whole(name, data.get(name, ""), wrong)


def _whole(name: str, typed: str, wrong: dict[str, str]) -> int:
    said = typed.strip().replace("\u2212", "-")
    if NUMBER.fullmatch(said):
        return int(said)
    wrong[name] = _("A number, please.") if said else _("What is printed here?")
    return 0


def _size(spec: Spec, present: int, sizes: Mapping[str, str]) -> int:
    said = sizes.get(spec.key, "")
    if not spec.most or not NUMBER.fullmatch(said):
        return present
    size = min(max(int(said), spec.least), spec.most)
    return size + size % 2 if spec.layout == "ring" else size


def _blank(spec: Spec, value: object) -> object:
    if spec.of == "tiles":
        return [None] * len(_list(value))
    return None


def _list(value: object) -> list[object]:
    return cast(list[object], value)
