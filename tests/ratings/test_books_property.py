"""Whatever arrives, is voided, restored or given to another player, while books are closed now and
then: the ledger is what games, entries and closings say, and closed days never change."""

import json
from collections import Counter
from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import Any

import pytest

from games.models import Account, Game, Player, Seat, Standing
from games.standing.standing import announce_changes as games_changed
from ratings import recompute
from ratings.elo import INITIAL
from ratings.lines import closing_line, entry_line, terms_line
from ratings.models import Closing, Entry, EntryKind, Pool, Rating, RatingChange, RatingTerms
from ratings.reasons import rating_events
from ratings.services import closings, rebuild
from ratings.services import fold as folding
from ratings.services.fold import fold_pending
from tests.fake_clock import set_clock
from tests.worlds.league import DAY, LedgerRow, games, ledger, players, present

PLAYERS, GAMES, STEPS = 6, 20, 200
WHAT = {
    "arrive": 6,
    "void": 4,
    "restore": 4,
    "merge": 1,
    "places": 2,
    "fold": 5,
    "close": 2,
    "later": 4,
}


def recomputed() -> set[LedgerRow]:
    """By the program that knows no database, from what the site gives away."""
    lines = [
        {
            "id": game.pk,
            "played_on": game.played_on.isoformat(),
            "accepted_at": game.accepted_at.isoformat(),
            "standing": game.standing,
            "seats": list(game.seats.order_by("number").values("player", "rated_place", "place")),
        }
        for game in Game.objects.all()
    ]
    books: Any = [entry_line(entry) for entry in Entry.objects.all()]
    books += [closing_line(closing) for closing in Closing.objects.all()]
    books += [terms_line(terms) for terms in RatingTerms.objects.all()]
    people: Any = [
        {"id": player.pk, "computer": player.computer}
        | ({"bot_since": player.bot_since.isoformat()} if player.bot_since else {})
        for player in Player.objects.select_related("account")
    ]
    books = json.loads(json.dumps(books))
    changes = list(recompute.recompute_ledger(lines, books, people))  # type: ignore[arg-type]
    assert list(recompute.closing_differences(changes, books)) == []
    return {
        (*row[:6], json.dumps(row.pairs, sort_keys=True), row.nth, row.kind, *row[11:])  # type: ignore[misc]
        for row in changes
    }


class Story:
    """What happens to a few games, drawn at random. The clock goes on when the story says so."""

    def __init__(self, draw: Random) -> None:
        self.draw = draw
        self.now = datetime.combine(DAY + timedelta(days=2), time(12), UTC)
        self.people = players(*(f"player-{number}" for number in range(PLAYERS)))
        Account.objects.filter(username="player-5").update(computer="search-1")
        sizes = [draw.randint(2, 4) for _ in range(GAMES)]
        tables = [
            (draw.sample(self.people, size), [draw.randint(1, size) for _ in range(size)])
            for size in sizes
        ]
        days = [draw.randint(0, 30) for _ in range(GAMES)]
        self.games = games(tables, days=days, standing=Standing.WAITING)
        half = self.games[GAMES // 2].accepted_at
        Account.objects.filter(username="player-4").update(bot_since=half)

    def go_on(self) -> str:
        [what] = self.draw.choices(list(WHAT), list(WHAT.values()))
        game = self.draw.choice(self.games)
        self.now += timedelta(minutes=1)
        if what == "fold":
            fold_pending()
        elif what == "later":
            self.now += timedelta(days=self.draw.randint(0, 2))
        elif what == "close":
            closings.close_books()
        elif what == "merge":
            guest, into = self.draw.sample(self.people, 2)
            seats = Seat.objects.filter(player=guest)
            touched = list(seats.values_list("game", flat=True))
            seats.update(player=into)
            games_changed(touched)
        elif what == "places":
            for seat in game.seats.all():
                place = self.draw.randint(1, game.players)
                Seat.objects.filter(pk=seat.pk).update(rated_place=place)
            games_changed([game.pk])
        else:
            standing = Standing.VOID if what == "void" else Standing.COUNTED
            Game.objects.filter(pk=game.pk).update(standing=standing)
            games_changed([game.pk])
        return what


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("seed", "terms"),
    [
        (0, None),
        (2, None),
        (4, "start"),
        (6, DAY + timedelta(days=20)),
        (8, DAY + timedelta(days=3)),
    ],
)
def test_the_books_say_it_all(seed, terms, monkeypatch, settings):
    """Also where they begin with terms 2, and where terms 2 come while days are open that have been
    rated by terms 1."""
    settings.BOOKS_CLOSE_AFTER_DAYS = 2
    for module, name, value in (
        (folding, "SHORTEST_STRETCH", 2),
        (folding, "LONGEST_STRETCH", 5),
        (rebuild, "STRETCH", 3),
        (closings, "SPAN", 2),
    ):
        monkeypatch.setattr(module, name, value)
    story = Story(Random(seed))
    set_clock(monkeypatch, lambda: story.now)
    closed: set[LedgerRow] = set()
    for step in range(STEPS):
        settings.SECOND_RATING_TERMS_FROM = terms if terms == "start" or step >= 10 else None
        if story.go_on() in ("fold", "close"):
            fold_pending()
            assert ledger() == recomputed()
            assert closed <= ledger()
            closed = in_closed_books()
            assert_events_add_up(story.people)
    fold_pending()
    assert_right()
    if terms is not None:
        assert RatingChange.objects.filter(pool=Pool.COMPUTERS).exists()
    kinds = Counter(Entry.objects.values_list("kind", flat=True))
    assert len(kinds) == 3, kinds
    assert Closing.objects.count() > 2
    assert Entry.objects.exclude(retired_by=None).exists()


def assert_events_add_up(people: list[Player]) -> None:
    """Why a rating changed, page by page, is all of why it is what it is."""
    for player in people:
        changed, cursors = 0, dict[str, str]()
        while True:
            page = rating_events(player, cursors, 3)
            for event in page.rows:
                after = INITIAL if event.after is None else event.after
                changed += after - (INITIAL if event.before is None else event.before)
            if not page.next:
                break
            cursors = {"after": page.next}
        rating = Rating.objects.filter(player=player, pool=Pool.OVERALL).first()
        assert INITIAL + changed == (rating.rating if rating else INITIAL)


def in_closed_books() -> set[LedgerRow]:
    through = Closing.objects.order_by("-through").values_list("through", flat=True).first()
    rows = RatingChange.objects.filter(retired_by=None, played_on__lte=through or DAY.min)
    ledger_rows = set(rows.values_list("game", "pool", "player", "nth"))
    return {row for row in ledger() if (*row[:3], row[7]) in ledger_rows}


def assert_right() -> None:
    before = ledger(), present()
    assert list(closings.broken_closings()) == []
    assert list(rebuild.broken_links()) == []
    assert rebuild.rebuild_ledger(dry_run=True).nothing_differs
    assert rebuild.rebuild_ledger().nothing_differs
    assert (ledger(), present()) == before
    rated = set(RatingChange.objects.that_stand().values_list("game", flat=True))
    games = Game.objects.filter(standing=Standing.COUNTED)
    assert rated == {game.pk for game in games if _is_rated(game)}
    for player, pool, rating, number, *_ in before[1]:
        rows = [row for row in before[0] if row[1:3] == (pool, player)]
        assert rating == 1_500_000 + sum(row[4] - row[3] for row in rows)
        assert number == len(rows) - 2 * sum(row[8] == EntryKind.REVERSAL for row in rows)


def _is_rated(game: Game) -> bool:
    return len(set(game.seats.values_list("player", flat=True))) == game.players
