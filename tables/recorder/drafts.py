"""Games that are being recorded: kept on the site as they grow, and handed from phone to phone.

A draft is the log so far; it is judged when it is uploaded. Each write names the version that it
was made on. One that was made on an older version is refused, with what is there: two phones are
told of each other, and nothing is merged. A write that may have got lost is sent again with its
mark, and is written once.

Another phone goes on by a code. It holds for a quarter of an hour and works once; a digest of it is
kept, keyed by the site's secret.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.editions import is_wrong_edition, wrong_edition_text
from games.judging import field_line
from games.limits import CODE_MINUTES, DRAFT_BYTES, DRAFT_DAYS, DRAFT_HANDS, DRAFTS
from games.models import Account, Draft, DraftHand
from games.queries import has_verified_address
from web.errors import Conflict, Invalid, NotAllowed, NotThere, TooBusy, TooLarge
from web.public_id import ALPHABET
from web.rate_limits import DRAFT_CODES, DRAFT_WRITES, WRONG_DRAFT_CODES, WRONG_DRAFT_CODES_OF_ALL

CODE_CHARACTERS: Final = 8
"""Forty bits: at ten tries a quarter of an hour they are not guessed."""

CONFUSABLE: Final = str.maketrans("oil", "011")
"""Letters that are in no code, as people read the signs that are (Crockford's base 32)."""

FIRST_LINE: Final = "imhotep 1"
SEATS: Final = "seats:"


class NoDraft(NotThere):
    """There is no such draft, or it is another account's (404)."""


class Outdated(Conflict):
    """Another device has written meanwhile (409). `draft`: the stored one."""

    kind = "draft-changed"

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        super().__init__(_("Another device has continued this game. Choose the right version."))

    @property
    def members(self) -> dict[str, object]:
        draft = self.draft
        return {"version": draft.version, "log": draft.text, "occasion": draft.occasion}


class Code(NamedTuple):
    """Code that hands a draft on, as people read it to each other, and its end."""

    code: str
    ends_at: datetime


class DraftSummary(NamedTuple):
    """A log so far, in short: who plays, and how many lines follow the header."""

    seats: str
    entries: int


def drafts_of(account: Account) -> list[Draft]:
    """Those that `account` began and those that it goes on with, the last written one first."""
    return list(_drafts_of(account).select_related("account").distinct())


def draft_of(account: Account, pk: UUID) -> Draft:
    """Raises ``NoDraft``."""
    draft = _drafts_of(account).select_related("account").filter(pk=pk).first()
    if draft is None:
        raise NoDraft(_("This draft doesn’t exist or isn’t yours."))
    return draft


def write_draft(
    account: Account, pk: UUID, log: str, version: int, mark: str, occasion: str | None = None
) -> Draft:
    """Store `log` as the draft `pk`. `version`: the one that the writer saw, 0 to begin it.
    `occasion`: what it will be brought for, judged when it is; None: as before.

    Raises ``Outdated`` if it was written to meanwhile, ``NoDraft`` if it is gone or not theirs,
    ``Invalid`` if it is no log, or a new one by an edition that is marked as wrong, ``TooLarge``,
    ``Conflict`` for one draft too many, ``Busy`` for too many writes, ``NotAllowed`` for an account
    that is suspended.
    """
    raw = _checked(account, log)
    if not DRAFT_WRITES.allows(str(account.pk)):
        raise TooBusy(_("Too many requests. Try again in a minute."))
    if not version and (created := _begin(account, pk, raw, mark, occasion or "")):
        return created
    draft_of(account, pk)
    changes = {} if occasion is None else {"occasion": occasion}
    changed = Draft.objects.filter(pk=pk, version=version).update(
        log=raw, size=len(raw), version=version + 1, mark=mark, written_at=timezone.now(), **changes
    )
    current = draft_of(account, pk)
    if changed or (mark and current.mark == mark and current.log == raw):
        return current
    raise Outdated(current)


def drop_draft(account: Account, pk: UUID) -> None:
    """The draft is gone; of another account's, one goes on no more. Raises ``NoDraft``."""
    draft = draft_of(account, pk)
    if draft.account_id == account.pk:
        draft.delete()
    else:
        draft.hands.filter(account=account).delete()


def summarise_draft(log: str) -> DraftSummary:
    """Players and number of entries of a draft; nothing is judged."""
    lines = [line.partition("#")[0].strip() for line in log.splitlines()]
    lines = [line for line in lines if line]
    seats = next((line for line in lines if line.startswith(SEATS)), SEATS)
    heads = sum(1 for line in lines if ":" in line)
    return DraftSummary(seats.removeprefix(SEATS).strip(), max(0, len(lines) - heads - 1))


def delete_old_drafts(moment: datetime | None = None) -> int:
    """Drop drafts that were not written to for ``DRAFT_DAYS``. How many there were."""
    last = (moment or timezone.now()) - timedelta(days=DRAFT_DAYS)
    old = Draft.objects.filter(written_at__lt=last)
    return old.delete()[1].get("games.Draft", 0)


# --- from phone to phone ------------------------------------------------------


def offer_code(account: Account, pk: UUID) -> Code:
    """A code that hands the draft on; an older one works no more. Raises ``NoDraft``, ``Busy``."""
    draft = draft_of(account, pk)
    if not DRAFT_CODES.allows(str(account.pk)):
        raise TooBusy(_("You have asked for too many codes. Try again in an hour."))
    code = "".join(secrets.choice(ALPHABET) for _n in range(CODE_CHARACTERS))
    ends_at = timezone.now() + timedelta(minutes=CODE_MINUTES)
    Draft.objects.filter(pk=draft.pk).update(code=code_digest(code), code_ends_at=ends_at)
    return Code(f"{code[:4]}-{code[4:]}", ends_at)


def take_over_draft(account: Account | None, code: str, address: str) -> Draft:
    """The draft of `code`, which `account` may write from now on. Without an account it is a copy,
    and further entries stay in the browser.

    Raises ``Invalid`` for a code that does not work, whatever the reason, ``Busy`` after too many
    of those from `address` or by `account`, ``Conflict`` if too many go on with the draft.
    """
    tries = [(WRONG_DRAFT_CODES, f"account:{account.pk}")] if account else []
    if not has_verified_address(account):
        tries += [(WRONG_DRAFT_CODES, address), (WRONG_DRAFT_CODES_OF_ALL, "all")]
    if not all(throttle.allows(payer) for throttle, payer in tries):
        raise TooBusy(_("Too many wrong codes. Try again in 15 minutes."))
    draft = _redeem(account, code_digest(code))
    for throttle, payer in tries:
        throttle.give_back(payer)
    return draft


def code_digest(code: str) -> str:
    """Digest of a code; dashes, blanks, capitals and letters that look like digits are as
    one reads them."""
    plain = "".join(code.lower().replace("-", "").split()).translate(CONFUSABLE)
    return salted_hmac("tables.recorder.drafts", plain, algorithm="sha256").hexdigest()


# --- inside -------------------------------------------------------------------


def _drafts_of(account: Account) -> QuerySet[Draft]:
    return Draft.objects.filter(Q(account=account) | Q(hands__account=account))


def _checked(account: Account, log: str) -> bytes:
    if not account.is_active or account.computer:
        raise NotAllowed(_("This account is suspended."))
    raw = log.encode("utf-8", "replace")
    if len(raw) > DRAFT_BYTES:
        raise TooLarge(_("a draft can have at most %d bytes") % DRAFT_BYTES)
    if "\0" in log or not log.lstrip("\ufeff \t\r\n").startswith(FIRST_LINE):
        raise Invalid(_("A draft must be a log. Its first line must be “%s”.") % FIRST_LINE)
    return raw


@transaction.atomic
def _begin(account: Account, pk: UUID, raw: bytes, mark: str, occasion: str) -> Draft | None:
    """A new draft; ``None`` if there is one under that key."""
    # of two that are begun at once one waits here for the other
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    if Draft.objects.filter(pk=pk).exists():
        return None
    if (name := _edition_of(raw)) and is_wrong_edition(name):
        raise Invalid(wrong_edition_text(name))
    if account.drafts.count() >= DRAFTS:
        raise Conflict(
            _("You are recording %d games, the most allowed. Delete one first.") % DRAFTS
        )
    return Draft.objects.create(
        id=pk, account=account, log=raw, size=len(raw), mark=mark, occasion=occasion
    )


def _edition_of(raw: bytes) -> str:
    """The edition that the head of a log names; empty for none."""
    if number := field_line(raw, "edition"):
        line = raw.splitlines()[number - 1].decode("utf-8", "replace")
        return line.partition("#")[0].partition(":")[2].strip()
    return ""


@transaction.atomic
def _redeem(account: Account | None, digest: str) -> Draft:
    rows = Draft.objects.select_for_update(no_key=True)
    draft = rows.filter(code=digest, code_ends_at__gt=timezone.now()).first()
    if draft is None:
        raise Invalid(_("This code is mistyped, already used or expired. Ask for a new code."))
    if account and account.pk != draft.account_id:
        hands = draft.hands.exclude(account=account).count()
        if hands >= DRAFT_HANDS:
            raise Conflict(
                _("%d other accounts have already continued this game, the most allowed.")
                % DRAFT_HANDS
            )
        DraftHand.objects.get_or_create(draft=draft, account=account)
    draft.code = draft.code_ends_at = None
    draft.save(update_fields=["code", "code_ends_at"])
    return draft
