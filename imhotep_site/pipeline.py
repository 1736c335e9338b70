"""The site's port of `games`: what follows when games, records, accounts and notices change.

The one place where it is written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain

from django.db.models import Model, QuerySet

from archive.log.services.append import queue_records
from archive.releases.impact_words import mismatch_words
from events.clubs.data_export import export_club_data
from events.clubs.founding import leave_all_clubs
from events.clubs.words import club_vouchers
from events.data_export import EVENT_TEXTS, export_event_data, leave_all_events
from events.occasions import check_occasion, occasions_of, take_brought_games
from games.accounts import ExportFile
from games.models import Account, Game
from games.moderation import Suspicion
from games.ports import ChangeReason, ClubVoucher, Occasion, RecordedGame, Records
from insights.puzzles.services.solving import forget_puzzles, puzzle_export_files
from insights.reviews.models import Flaw
from insights.reviews.services.asking import begin_rated, review_export_files
from insights.stats.services.tally import mark
from ratings.listing import update_listings
from ratings.services import data_export as rating_export
from ratings.services import lock_ledger, mark_pending
from ratings.tasks import wake_fold
from tables import data_export as table_export
from tables.notifications import publish_turns_to, push_confirmations_later
from tables.queries import fast_games, plays_rated_game


class SitePort:
    """Implements ``games.ports.Port``."""

    def games_changed(self, game_ids: Iterable[str], reason: ChangeReason) -> None:
        """Ratings, statistics and analyses follow. `reason` is kept with the ratings; a worker is
        woken when the transaction is committed."""
        changed = list(game_ids)
        mark(changed)
        begin_rated(changed)
        if mark_pending(changed, reason):
            wake_fold()

    def games_recorded(self, games: Sequence[RecordedGame]) -> None:
        """Clubs and tables of events take them."""
        take_brought_games(games)

    def records_changed(self, records: Records) -> None:
        queue_records(records)

    def account_closes(self, account: Account) -> None:
        table_export.leave_everything(account)
        leave_all_clubs(account)
        leave_all_events(account)
        forget_puzzles(account)

    def check_occasion(self, account: Account, occasion: str) -> str:
        return check_occasion(account, occasion)

    def occasions_of(self, account: Account) -> Sequence[Occasion]:
        return occasions_of(account)

    def club_vouchers(self, games: Sequence[Game]) -> Mapping[str, ClubVoucher]:
        return club_vouchers(games)

    def notices_added(self, accounts: Collection[int], to_confirm: Collection[int]) -> None:
        """Open pages of `accounts` ask for the numbers in their heads; browsers of those who were
        `to_confirm` to confirm a game say so."""
        publish_turns_to(accounts)
        push_confirmations_later(to_confirm)

    def suspend_ratings(self) -> None:
        lock_ledger(wait=True)

    def plays_rated_game(self, account: Account) -> bool:
        return plays_rated_game(account)

    def listings_changed(self, players: Collection[int]) -> None:
        update_listings(players)

    def engine_notice(self, game: Game) -> str:
        return mismatch_words(game)

    def suspicions(self, since: date) -> Iterable[Suspicion]:
        return fast_games(since)

    def marked_seats(self, marks: Sequence[str]) -> QuerySet[Flaw, int]:
        return Flaw.objects.filter(mark__in=marks).order_by().values_list("seat", flat=True)

    def account_texts(self) -> Sequence[tuple[type[Model], str]]:
        return [*table_export.TEXTS, *EVENT_TEXTS]

    def exported_files(self, account: Account) -> Iterator[ExportFile]:
        exports = (
            rating_export.export_rating_data,
            review_export_files,
            table_export.export_table_data,
            puzzle_export_files,
            export_club_data,
            export_event_data,
        )
        return chain.from_iterable(export(account) for export in exports)
