"""Owners of the box, for tests: what they say is printed, and an edition made of it."""

from datetime import timedelta

from django.utils import timezone

from engine import DEFAULT_EDITION
from games.editions.services import editions, proposals
from games.editions.services.proposals import Version, versions_of
from games.models import Account, Edition, NumberProposal
from tests.cast import account

CORRIDOR = "pyramid.D"


def owner(handle: str) -> Account:
    """An account that has been open for a month."""
    user = account(handle)
    Account.objects.filter(pk=user.pk).update(date_joined=timezone.now() - timedelta(days=30))
    return Account.objects.get(pk=user.pk)


def corridor(top: int = 9, spaces: int = 14) -> dict[str, object]:
    """Numbers of pyramid D, of which the last is `top`."""
    return {"corridor": [*[1] * (spaces - 1), top], "figure": 0, "further": 1}


def said(account: Account, top: int = 9, box: str = "English") -> NumberProposal:
    return proposals.propose_numbers(
        account, CORRIDOR, corridor(top), box, 2018, "Read off the board."
    )


def agreed(*owners: Account, top: int = 9) -> Version:
    """What all of them have on their boxes."""
    first, *other_owners = owners
    proposal = said(first, top)
    for other in other_owners:
        proposals.confirm_numbers(other, proposal, "Deutsch", 2019)
    return next(version for version in versions_of() if proposal.pk in version.ids)


def made_by(moderator: Account, *versions: Version, base: str = DEFAULT_EDITION) -> Edition:
    """The edition that `moderator` makes of them."""
    chosen = [version.digest for version in versions]
    name = editions.preview_edition(base, "box", chosen).text.name
    return editions.make_edition(moderator, base, "box", chosen, name, "Two boxes say so.")
