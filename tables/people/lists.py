"""Players of a list as people: their faces, and which of them are here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.models import Account, Player
from tables.models import PlayerProfile
from tables.people.presence import is_present
from tables.people.profiles import read_profiles
from tables.queries import stranger_ids


class ListedPerson(NamedTuple):
    """`may_challenge`: the visitor may invite them to a table."""

    profile: PlayerProfile
    is_present: bool
    may_challenge: bool


def people_of_list(
    players: Iterable[Player], visitor: Account | None
) -> Mapping[int, ListedPerson]:
    """The people among `players` by the keys of their players, as `visitor` may see them: without
    closed accounts, computers, and people whom they blocked or who blocked them. Two queries."""
    strangers = set(stranger_ids(visitor)) if visitor else set()
    accounts = {
        player.pk: player.account
        for player in players
        if player.account is not None
        and player.account.is_active
        and not player.account.computer
        and player.account.pk not in strangers
    }
    profiles = read_profiles(list(accounts.values()))
    people = dict[int, ListedPerson]()
    for key, account in accounts.items():
        profile = profiles[account.pk]
        may_challenge = visitor is not None and visitor != account
        people[key] = ListedPerson(profile, is_present(profile), may_challenge)
    return people
