"""Tables as pages write them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Protocol

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from drawing.language.words import colour_called
from drawing.text.names import computer_name
from engine.log import setup_fields
from engine.vocabulary import Colour
from games.models import Account, Game, Player, Seat
from ratings.models import RatingChange
from ratings.queries import Overall, level_ratings
from tables import words
from tables.clocks import clock
from tables.locks import persons, place_of_account
from tables.models import Phase, Place, PlayerProfile, Table
from tables.notifications.turns import Turns
from tables.notifications.turns import account_turns as _turns_of
from tables.people.follows import FollowedPlayers, followed_players
from tables.people.lists import ListedPerson, people_of_list
from tables.people.pages import SocialPage, social_page
from tables.people.profiles import read_profiles
from tables.presence import host_is_away
from tables.queries import VisibleChat, chat_at, inviting_tables, promise_counts

register = template.Library()


class ListedRow(Protocol):
    """A row of a list of players."""

    @property
    def player(self) -> Player:
        """The player of the row."""


register.filter("colour", colour_called)
register.filter("level", computer_name)
register.filter("pace", words.pace_words)
register.filter("preset", words.preset_title)
register.filter("table_title", words.table_title)
register.filter("computer_opponents", words.computer_opponents)
register.filter("place_of", place_of_account)
register.simple_tag(promise_counts, name="promised")


@register.simple_tag
def levels() -> list[tuple[str, str, str, Overall | None]]:
    """Every level in words, with its rating where it has one. One query."""
    ratings = level_ratings()
    return [(*level, ratings.get(level[0])) for level in words.level_words()]


@register.filter
def profile(name: str) -> str:
    """The rules of a profile in words."""
    return str(words.PROFILE_TITLES.get(name, name))


@register.filter
def agreed(table: Table) -> list[tuple[str, str]]:
    """Agreed terms, as the header of a log has them."""
    colours = [colour for colour, _index in zip(Colour, range(table.seats_wanted), strict=False)]
    return list(setup_fields(table.setup(colours)))


@register.simple_tag
def receipt_words() -> str:
    """A browser's words about its receipt, as JSON for ``static/js/fair.js``."""
    return json.dumps(words.receipt_messages())


@register.filter
def free_seats(table: Table) -> int:
    """How many may still sit down; `table` has its places loaded."""
    return table.free if table.phase == Phase.OPEN else 0


@register.filter
def expected_seats(table: Table) -> list[PlayerProfile | None]:
    """The free seats: each with the profile of a player who is invited and has not answered, or
    with ``None``."""
    rows = table.invitations.filter(declined=False).select_related("account")
    seated = {place.account_id for place in table.places.all()}
    accounts = [row.account for row in rows if row.account_id not in seated]
    profiles: list[PlayerProfile | None] = [*read_profiles(accounts).values()]
    free = free_seats(table)
    return (profiles + [None] * free)[:free]


@register.filter
def alone(table: Table) -> bool:
    """True if only one person sits there who has an account."""
    return len([place for place in persons(table) if not place.account.guest]) == 1


@register.filter
def free_colours(table: Table) -> list[str]:
    """The colours that are free."""
    occupied = {place.colour for place in table.places.all()}
    return [colour for colour in table.colours if colour not in occupied]


@register.filter
def rating_of(ratings: Mapping[int, Overall] | None, place: Place) -> Overall | None:
    """The rating of the player at `place`, of what ``queries.ratings_at`` found; ``None`` for a
    player without one, and on a page that shows no ratings."""
    return ratings.get(place.account_id) if ratings else None


@register.filter
def moved_at(moved: Mapping[int, RatingChange], seat: Seat) -> RatingChange | None:
    """The change of the rating of that seat's player, of ``ratings.queries.overall_moves``."""
    return moved.get(seat.player_id) if seat.player_id else None


@register.filter
def game_at(games: Mapping[str, Game], table: Table) -> Game | None:
    """The game that `table` became, of those that ``queries.games_at`` found."""
    return games.get(table.pk)


@register.filter
def my_turn(table: Table, account: Account) -> bool:
    """True if the table waits for an entry of `account`."""
    place = place_of_account(table, account)
    return (
        place is not None
        and table.phase == Phase.PLAYING
        and not place.stand_in_id
        and place.turn is not None
        and place.turn == table.awaited
    )


@register.filter
def time_left(table: Table) -> str:
    """Until the deadline of `table`, roughly: ``2 days``, ``5 h``, ``12 min``; empty without."""
    if table.deadline is None:
        return ""
    return _roughly(table.deadline - clock.cached_time())


@register.filter
def waited(table: Table) -> str:
    """How long the player to act has been awaited, roughly, as in ``time_left``."""
    if table.awaited_since is None:
        return ""
    return _roughly(clock.cached_time() - table.awaited_since)


def _roughly(time: timedelta) -> str:
    minutes = int(max(time, timedelta()).total_seconds() // 60)
    if minutes >= 48 * 60:
        days = minutes // (24 * 60)
        return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    if minutes >= 60:
        return _("%(n)s h") % {"n": minutes // 60}
    return _("%(n)s min") % {"n": minutes} if minutes else _("less than a minute")


@register.simple_tag(takes_context=True)
def turns_of(context: dict[str, object], besides: str = "") -> Turns:
    """At how many tables it is the visitor's turn. One query; none for a visitor."""
    user = context.get("user")
    return _turns_of(user, besides) if isinstance(user, Account) else Turns()


@register.filter
def turns_words(turns: Turns) -> str:
    """Turns and invitations of the visitor, in a sentence."""
    return words.turns_sentence(turns.waiting, turns.invited)


@register.filter
def host_away(table: Table) -> bool:
    """True if nobody can sit down there now, as the host is away."""
    return host_is_away(table)


@register.simple_tag(takes_context=True)
def invitations_of(context: dict[str, object], count: int) -> list[Table]:
    """Tables to which the visitor is invited; `count`: how many there are. No query for none."""
    user = context.get("user")
    return inviting_tables(user) if count and isinstance(user, Account) else []


@register.simple_tag(takes_context=True)
def social_of(context: dict[str, object], player: Player) -> SocialPage | None:
    """The player as a person, as the visitor may see them."""
    user = context.get("user")
    return social_page(player, user if isinstance(user, Account) else None)


@register.simple_tag(takes_context=True)
def listed_person(
    context: dict[str, object], rows: Iterable[ListedRow], player: Player
) -> ListedPerson | None:
    """`player` as a person, out of a list that has it in one of its `rows`. The people of a list
    are read once a request."""
    request, user = context["request"], context.get("user")
    people: Mapping[int, ListedPerson] | None = getattr(request, "people_of_list", None)
    if people is None:
        visitor = user if isinstance(user, Account) else None
        people = people_of_list([row.player for row in rows], visitor)
        setattr(request, "people_of_list", people)  # noqa: B010 - no attribute of requests
    return people.get(player.pk)


@register.simple_tag(takes_context=True)
def followed_of(context: dict[str, object]) -> FollowedPlayers | None:
    """Players whom the visitor follows, with their games and tables."""
    user = context.get("user")
    return followed_players(user) if isinstance(user, Account) else None


@register.filter
def mark_of(endpoint: str) -> str:
    """The mark by which a script finds its own browser in the list of push browsers."""
    return sha256(endpoint.encode()).hexdigest()[:16]


@register.simple_tag(takes_context=True)
def chat_of(context: dict[str, object], table: Table) -> VisibleChat:
    """The chat of `table`, as the visitor may read it."""
    account = context.get("visitor", context.get("user"))
    return chat_at(table, account if isinstance(account, Account) else None)
