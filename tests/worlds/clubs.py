"""Clubs for tests: founded, with members."""

from __future__ import annotations

from events.clubs.founding import create_club
from events.clubs.invitations import join_by_token, make_invitation, token_of
from events.clubs.members import give_club_role
from events.models import Club
from games.models import Account
from tests.cast import account


def joined(club: Club, *people: Account) -> None:
    """They join by a link of the owner."""
    token = token_of(make_invitation(club.owner, club))
    for person in people:
        join_by_token(person, token)


def club_of(owner: Account, *people: Account, name: str = "Thursday Club") -> Club:
    """A club of `owner`, its arbiter, with these members."""
    club = create_club(owner, name, "We meet on Thursdays.")
    if people:
        joined(club, *people)
    return club


def officer_of(club: Club, handle: str, role: str = "officer") -> Account:
    """A new account that is a member with this role."""
    person = account(handle)
    joined(club, person)
    give_club_role(club.owner, club, handle, role)
    return person
