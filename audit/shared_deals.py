"""One deal at many tables: its promises, its shares, every table dealt from it, and games that are
withheld until the last of them ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from audit import fields
from audit.dump import Dump, UnreadableDump, file_name, parse_line, read_lines
from audit.fields import AuditDifference, Line, WrongField
from audit.leaf_moments import SOON
from engine.fairness import commitment
from engine.shared_deal import BeaconShare, beacon_seconds, shared_share

DEALS: Final = file_name("deals")
LONGEST: Final = timedelta(days=60)
"""Games are withheld for so long at most, from the moment at which the promises stand."""


class NumberedDeal(NamedTuple):
    """A line of ``deals`` and its number."""

    number: int
    line: Line


@dataclass
class SharedDeals:
    """Iterate over ``differences``; afterwards the numbers are there: deals for many tables, and
    games that are withheld. `late` names those that should have been shown."""

    dump: Dump
    deals: int = 0
    withheld: int = 0
    late: list[str] = field(default_factory=list)

    def differences(self) -> Iterator[AuditDifference]:
        """Raises ``UnreadableDump``."""
        if DEALS in self.dump.files:
            yield from self._differences()

    # --- inside -------------------------------------------------------------------

    def _differences(self) -> Iterator[AuditDifference]:
        shared = [*self._lines("shared-deal")]
        bound = {row.line.get("id"): row for row in self._lines("bound-deal")}
        self.deals = len(shared)
        tables = self._tables({str(row.line.get("commitment")) for row in shared})
        for row in shared:
            dealt = tables[str(row.line.get("commitment"))]
            bound_row = bound.pop(row.line.get("id"), None)
            try:
                yield from self._of_deal(row, bound_row, dealt)
            except (WrongField, ValueError) as error:
                raise UnreadableDump(f"{DEALS}:{row.number}: {error}") from None
        for row in bound.values():
            yield AuditDifference(DEALS, row.number, "its shared deal", None, row.line.get("id"))

    def _lines(self, record: str) -> Iterator[NumberedDeal]:
        marked = f'"record":"{record}"'.encode()
        for number, raw in read_lines(self.dump, "deals"):
            if marked in raw:
                line = parse_line(raw, DEALS, number)
                if line.get("record") == record:
                    yield NumberedDeal(number, line)

    def _tables(self, commitments: set[str]) -> dict[str, list[NumberedDeal]]:
        """By digest of a secret the deals of tables; those that were broken off say so."""
        by_commitment: dict[str, list[NumberedDeal]] = defaultdict(list)
        ended = {row.line.get("id") for row in self._lines("broken-off") if commitments}
        for row in self._lines("deal") if commitments else ():
            digest = str(row.line.get("commitment"))
            if digest in commitments:
                line = {**row.line, "broken_off": row.line.get("id") in ended}
                by_commitment[digest].append(NumberedDeal(row.number, line))
        return by_commitment

    def _of_deal(
        self, row: NumberedDeal, bound: NumberedDeal | None, tables: Sequence[NumberedDeal]
    ) -> Iterator[AuditDifference]:
        line = row.line
        place = f"shared-deal {line.get('id')}"
        claims: list[tuple[str, object, object]] = []
        opened, closed, until = (
            fields.moment_field(line, name) for name in ("opened_at", "closed_at", "withheld_until")
        )
        if not opened <= closed:
            claims.append(("closed_at", closed, f"{opened} or later"))
        if not timedelta() <= _moment(until) - _moment(closed) <= LONGEST:
            claims.append(("withheld_until", until, f"{LONGEST.days} days at most"))
        ids = sorted(fields.number_field(deal.line, "id") for deal in tables)
        claims.append(("tables", line.get("tables"), ids))
        if line.get("revealed_at") is None:
            claims += self._of_closed_deal(line, tables, until)
        else:
            claims += self._of_public_deal(line, tables)
        if bound is None:
            claims.append(("shares", None if ids else "", "" if not ids else "bound before"))
        else:
            claims += _bound(line, bound.line, closed)
            share = str(bound.line.get("share"))
            for deal in tables:
                yield from _of_table(line, bound.line, share, deal)
        for name, stored, follows in claims:
            if stored != follows:
                yield AuditDifference(DEALS, row.number, f"{place} {name}", stored, follows)

    def _of_closed_deal(
        self, line: Line, tables: Sequence[NumberedDeal], until: str
    ) -> Iterator[tuple[str, object, object]]:
        """No table of a deal that is not shown has a game or tells the secret."""
        ids = _ids(tables)
        self.withheld += len(ids)
        yield "secret", line.get("secret"), None
        yield "withheld", line.get("withheld"), ids
        yield "games", _with_game(tables), []
        if ids and _moment(self.dump.made_at) > _moment(until) + SOON:
            named = ", ".join(map(str, ids))
            self.late.append(f"deals {named}: withheld until {until}")
            yield "withheld_until", until, f"shown: {named}"

    def _of_public_deal(
        self, line: Line, tables: Sequence[NumberedDeal]
    ) -> Iterator[tuple[str, object, object]]:
        """A shown deal has its secret, and each of its tables a game or an end."""
        public_since, secret = fields.moment_field(line, "revealed_at"), line.get("secret")
        digest = commitment(bytes.fromhex(secret)) if isinstance(secret, str) else None
        yield "secret", digest, line.get("commitment")
        yield "withheld", line.get("withheld"), []
        if (
            _moment(self.dump.made_at) > _moment(public_since) + SOON
        ):  # its logs wait for no verdict
            yield "games", _with_game(tables), _ids(tables)


def _ids(tables: Sequence[NumberedDeal]) -> list[int]:
    """Tables that were not broken off."""
    return sorted(
        fields.number_field(deal.line, "id") for deal in tables if not deal.line["broken_off"]
    )


def _with_game(tables: Sequence[NumberedDeal]) -> list[int]:
    return sorted(
        fields.number_field(deal.line, "id") for deal in tables if deal.line.get("game") is not None
    )


def _bound(line: Line, bound: Line, closed: str) -> Iterator[tuple[str, object, object]]:
    """The shares are those of the promises, and the share of all follows from them. A round of the
    beacon is named before it is drawn, and no table is dealt before."""
    shares = fields.texts_field(bound, "shares")
    yield "entrant_promises", line.get("entrant_promises"), sorted(shares)
    name, digits = line.get("beacon"), bound.get("beacon_digits")
    beacon = None if name is None else BeaconShare(str(name), str(digits or ""))
    try:
        follows: object = shared_share(shares, beacon).hex()
    except ValueError as error:
        follows = str(error)
    yield "share", bound.get("share"), follows
    moment = fields.moment_field(bound, "bound_at")
    if moment < closed:
        yield "bound_at", moment, f"{closed} or later"
    if beacon is None:
        yield "beacon_digits", digits, None
        return
    round_moment = datetime.fromtimestamp(beacon_seconds(beacon.name), UTC)
    if not _moment(closed) < round_moment:
        yield (
            "closed_at",
            closed,
            f"before {round_moment.isoformat()}",
        )
    if digits is not None and not _moment(moment) >= round_moment:
        yield "bound_at", moment, f"{round_moment.isoformat()} or later"


def _of_table(line: Line, bound: Line, share: str, deal: NumberedDeal) -> Iterator[AuditDifference]:
    """A table was dealt from the deal as it was bound, and not before."""
    colours = line.get("colours")
    first = str(colours[0]) if isinstance(colours, list) and colours else ""
    claims = [
        (name, deal.line.get(name), line.get(name)) for name in ("agreed", "colours", "terms")
    ]
    promise = commitment(bytes.fromhex(share))
    claims.append(("promises", deal.line.get("promises"), {first: promise}))
    filled, bound_at = deal.line.get("filled_at"), bound.get("bound_at")
    if not str(filled) >= str(bound_at):
        claims.append(("filled_at", filled, f"{bound_at} or later"))
    place = f"deal {deal.line.get('id')}"
    for name, stored, follows in claims:
        if stored != follows:
            yield AuditDifference(DEALS, deal.number, f"{place} {name}", stored, follows)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
