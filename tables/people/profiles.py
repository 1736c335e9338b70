"""A player's picture, and a text of at most 200 characters, which moderators may hide."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.action_log import Kind, log_moderator_action, must_moderate
from games.models import Account
from games.standing import checked_reason, ensure_player, must_be_impartial
from tables.chat import plain_line
from tables.limits import PROFILES_CHANGED
from tables.locks import must_be_active
from tables.models import FaceColour, PlayerFace, PlayerProfile
from web.errors import Conflict, Invalid

LONGEST_TEXT = 200


def new_profile(account: Account) -> PlayerProfile:
    """The profile that `account` begins with; not stored."""
    return PlayerProfile(account=account, **first_face(account))


def first_face(account: Account) -> dict[str, str]:
    """The picture of an `account` that has chosen none, and its colour, by the account's number:
    64 in a row differ."""
    faces, colours = PlayerFace.values, FaceColour.values
    cycle, face = divmod(account.pk, len(faces))
    return {"face": faces[face], "face_colour": colours[(cycle + 3 * face) % len(colours)]}


def read_profile(account: Account) -> PlayerProfile:
    """The profile of `account`, or the one that every account begins with; not stored then."""
    return PlayerProfile.objects.filter(account=account).first() or new_profile(account)


def read_profiles(accounts: Collection[Account]) -> dict[int, PlayerProfile]:
    """The profiles of `accounts` by their keys, as ``read_profile``. One query."""
    rows = PlayerProfile.objects.filter(account__in=accounts)
    profiles = {profile.account_id: profile for profile in rows}
    for account in accounts:
        profile = profiles.setdefault(account.pk, new_profile(account))
        profile.account = account
    return profiles


def change_profile(account: Account, face: str, colour: str, text: str) -> PlayerProfile:
    """`account` chooses its picture and writes about itself. A text that a moderator has hidden
    stays hidden until another one is written; then moderators may look again.

    Raises ``NotAllowed`` for a suspended account, ``Invalid`` for an unknown picture or a text that
    is too long, ``Conflict`` for too many changes within an hour.
    """
    must_be_active(account)
    if face not in PlayerFace.values or colour not in FaceColour.values:
        raise Invalid(_("This picture doesn’t exist. Choose one from the list."))
    text = plain_line(text)
    if len(text) > LONGEST_TEXT:
        raise Invalid(_("At most %d characters.") % LONGEST_TEXT)
    if not PROFILES_CHANGED.allows(str(account.pk)):
        raise Conflict(_("You have made too many changes. Try again later."))
    with transaction.atomic():
        profile, _new = PlayerProfile.objects.select_for_update().get_or_create(account=account)
        if profile.text != text:
            profile.hidden_at = None
        profile.face, profile.face_colour, profile.text = face, colour, text
        profile.save(update_fields=["face", "face_colour", "text", "hidden_at"])
    return profile


def hide_profile_text(moderator: Account, profile: PlayerProfile, reason: str) -> None:
    """Only moderators read the text from now on.

    Raises ``NotAllowed``, also in one's own affair; ``Invalid`` without a reason; ``Conflict`` if
    there is no text, or it is hidden.
    """
    must_moderate(moderator)
    must_be_impartial(conflict_over_profile(moderator, profile))
    reason = checked_reason(reason)
    with transaction.atomic():
        rows = PlayerProfile.objects.filter(pk=profile.pk, hidden_at=None).exclude(text="")
        if not rows.update(hidden_at=timezone.now()):
            raise Conflict(_("There is no text to hide."))
        log_moderator_action(
            moderator,
            Kind.HIDE_TEXT,
            f"text of @{profile.account.username}: {reason}",
            public_reason=reason,
            player=ensure_player(profile.account),
        )


def conflict_over_profile(moderator: Account, profile: PlayerProfile) -> str:
    """A sentence if it is the moderator's own text, else nothing."""
    if profile.account_id == moderator.pk:
        return _("This is your own text: another moderator has to decide.")
    return ""
