"""Forms: the numbers of a board, generated from the edition's schema; a box; an edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from engine.editions import ManyShapes, Number, RewardShape, Shape, Tables
from games.editions.board_layout import (
    CELLS,
    BoardCell,
    CellGroup,
    CellRow,
    board_cells,
    board_groups,
    resized,
    value_text,
    with_values,
)
from games.editions.services.proposals import FIRST_YEAR, LONGEST_BOX, LONGEST_NOTE, board_faults
from games.standing.attest import LONGEST_REASON

MISSING = _("What is printed here?")


class BoxForm(forms.Form):
    """Language and year of a box, and a note."""

    box = forms.CharField(label=_("Language of the box"), max_length=LONGEST_BOX)
    year = forms.IntegerField(
        label=_("Year printed on the box"), min_value=FIRST_YEAR, max_value=9999
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=LONGEST_NOTE,
        required=False,
        help_text=_(
            "For example where a number is printed, or which is hard to read. "
            "Everybody can read this note."
        ),
    )


class BoardForm(BoxForm):
    """The numbers of a `board` with as many spaces as `sizes` says, next to the numbers that the
    edition has now. A field is named by the key of its number in the edition. Rows are empty, so
    that no stand-in is copied; single numbers have the edition's."""

    def __init__(
        self, board: str, present: Tables, sizes: Mapping[str, str], *args: object, **kwargs: object
    ) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.board, self.present = board, present
        self.spaces = resized(board, present, sizes)
        self.layout = board_groups(board, self.spaces)
        for group in self.layout:
            for row in group.rows:
                for cell in row.cells:
                    self.fields.update(_cell_fields(cell, _cell_label(group, row, cell)))

    def groups(self, letters: Mapping[str, str]) -> list[dict[str, object]]:
        """For the template: groups of rows of cells, each a letter (by its key) and its fields; and
        each fault of a group with the letters of its cells."""
        return [self._group(group, letters) for group in self.layout]

    def mark_differences(self) -> None:
        """Mark each typed number that differs from the edition's."""
        present = typed_values(board_cells(self.board, self.present))
        for cell in self._cells():
            for name in typed_values([cell]):
                field, typed = self.fields[name], str(self[name].value() or "").strip()
                if typed and typed != present.get(name, ""):
                    label = str(field.widget.attrs["aria-label"])
                    words = {"label": label, "number": _choice(field, present.get(name, ""))}
                    differs = _("%(label)s; the edition has %(number)s") % words
                    attrs = {"class": "differs", "aria-label": differs, "title": differs}
                    field.widget.attrs |= attrs

    def clean(self) -> None:
        """The table from the fields, and the engine's faults at their fields."""
        super().clean()
        values = {cell.key: self._value(cell) for cell in self._cells()}
        if not self.errors.keys() - BoxForm.base_fields.keys():
            self.table = with_values(self.spaces, values)
            if "path" in self.table:
                path = set(cast(list[str], self.table["path"]))
                self.table["shapes"] = {name: CELLS[name] for name in CELLS if name in path}
            for key, fault in board_faults(self.board, self.table):
                self.add_error(*((key, fault) if key in self.fields else (None, f"{key}: {fault}")))

    # --- inside -------------------------------------------------------------------

    def _cells(self) -> Iterator[BoardCell]:
        return (cell for group in self.layout for row in group.rows for cell in row.cells)

    def _value(self, cell: BoardCell) -> object:
        """The value of a cell; a space without points and any other reward was forgotten."""
        typed = {name: self.cleaned_data.get(name) for name in typed_values([cell])}
        if not isinstance(cell.shape, RewardShape):
            return [*typed.values()] if isinstance(cell.shape, ManyShapes) else typed[cell.key]
        points = typed[f"{cell.key}.points"]
        kind, _space, count = str(typed.get(f"{cell.key}.kind") or "").partition(" ")
        if points is None and not kind and f"{cell.key}.points" not in self.errors:
            self.add_error(f"{cell.key}.points", str(MISSING))
        reward = {} if points is None else {"points": points}
        return {**reward, kind: int(count)} if kind else reward

    def _group(self, group: CellGroup, letters: Mapping[str, str]) -> dict[str, object]:
        rows: list[tuple[str, list[tuple[str, list[BoundField]]]]] = []
        faults: dict[str, list[str]] = {}
        for row in group.rows:
            cells = []
            for cell in row.cells:
                letter = letters.get(cell.key, cell.number if len(row.cells) > 1 else "")
                fields = [self[name] for name in typed_values([cell])]
                cells.append((letter, fields))
                for fault in (str(fault) for field in fields for fault in field.errors):
                    faults.setdefault(fault, []).append(f"{row.head} {letter}".strip())
            rows.append((row.head, cells))
        return {
            "title": group.title,
            "rows": rows,
            "faults": [(", ".join(filter(None, cells)), fault) for fault, cells in faults.items()],
            "is_single": len(rows) == len(rows[0][1]) == 1,
        }


class EditionForm(forms.Form):
    """Base, name and reason of an edition."""

    base = forms.ChoiceField(label=_("Made from"))
    word = forms.RegexField(
        "^[a-z]{1,5}$",
        label=_("Short name"),
        initial="box",
        help_text=_("1 to 5 letters. We add six digits that identify the numbers of the edition."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Everybody can read this."),
    )

    def __init__(self, *args: object, choices: Sequence[str], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["base"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, name) for name in reversed(choices)]


def typed_values(cells: Sequence[BoardCell]) -> dict[str, str]:
    """The fields of cells, filled with their numbers."""
    return {name: text for cell in cells for name, text in _cell_values(cell)}


def _cell_values(cell: BoardCell) -> Iterator[tuple[str, str]]:
    """Names of the fields of a cell, with its value as it is typed."""
    key, value = cell.key, cell.value
    if isinstance(cell.shape, RewardShape):
        reward = cast(dict[str, int], value)
        yield f"{key}.points", str(reward.get("points", ""))
        if kinds := cell.shape.kinds:
            kind = next((f"{kind} {reward[kind]}" for kind in kinds if kind in reward), "")
            yield f"{key}.kind", kind
    elif isinstance(cell.shape, ManyShapes):
        for index, number in enumerate(cast(list[int], value), 1):
            yield f"{key}.{index}", str(number)
    else:
        yield key, str(value)


def _cell_label(group: CellGroup, row: CellRow, cell: BoardCell) -> str:
    if row.players:
        words = {"what": group.title, "players": row.players, "place": cell.number}
        return _("%(what)s, with %(players)s players: %(place)s") % words
    return f"{group.title} {cell.number}" if len(row.cells) > 1 else group.title


def _cell_fields(cell: BoardCell, label: str) -> dict[str, forms.Field]:
    key, shape = cell.key, cell.shape
    if isinstance(shape, RewardShape):
        points = _number_field(shape.table.shapes["points"], f"{label}: {_('points')}")
        points.required = False
        fields: dict[str, forms.Field] = {f"{key}.points": points}
        if shape.kinds:
            choices = [
                (f"{kind} {count}", value_text({kind: count}))
                for kind, limit in shape.kinds.items()
                for count in range(1, limit + 1)
            ]
            words = f"{label}: {_('what else')}"
            fields[f"{key}.kind"] = _choice_field([("", "–"), *choices], words, required=False)
        return fields
    if isinstance(shape, ManyShapes):
        pair = range(1, shape.most + 1)
        return {f"{key}.{i}": _number_field(shape.inner, f"{label}.{i}") for i in pair}
    if isinstance(shape, Number):
        field = _number_field(shape, label)
        field.initial = None if "." in key else cell.value
        return {key: field}
    return {key: _choice_field([(name, name) for name in ("", *CELLS)], label)}


def _number_field(shape: Shape, label: str) -> forms.IntegerField:
    number = cast(Number, shape)
    mode = "text" if number.low < 0 else "numeric"
    widget = forms.NumberInput({"aria-label": label, "title": label, "inputmode": mode})
    errors = {"required": MISSING, "invalid": _("Enter a number.")}
    return forms.IntegerField(
        min_value=number.low, max_value=number.high, widget=widget, error_messages=errors
    )


def _choice_field(
    choices: list[tuple[str, str]], label: str, required: bool = True
) -> forms.ChoiceField:
    widget = forms.Select({"aria-label": label, "title": label})
    field = forms.ChoiceField(choices=choices, required=required, widget=widget)
    field.error_messages["required"] = _("Choose a shape.")
    return field


def _choice(field: forms.Field, value: str) -> str:
    """A typed value in words; a dash for none."""
    choices = dict(cast(Sequence[tuple[str, str]], getattr(field, "choices", ())))
    return str(choices.get(value, value)) or "–"
