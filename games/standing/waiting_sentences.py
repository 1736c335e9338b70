"""Why a game is not rated, in sentences for pages."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.judging.diff import difference_sentences, seat_differences
from games.models import ClosedAccount, Game, Standing
from games.standing.shared_mailboxes import is_shared_mailbox
from games.standing.standing import standing_inputs


def waiting_for(game: Game) -> list[str]:
    """Why `game` is not rated, in sentences for a page; none if it is."""
    match game.standing:
        case Standing.COUNTED:
            return []
        case Standing.VOID:
            return [_("void: %(reason)s") % {"reason": game.void_reason}]
        case Standing.REFUTED:
            return [_("refused by a later verification")]
        case Standing.DISPUTED:
            return _disputes(game)
        case Standing.CONTESTED:
            return _contests(game)
        case Standing.UNRATED:
            if is_shared_mailbox(game):
                return [_("accounts that share a mailbox sit in it")]
            return [_("the players agreed before the game that it is not rated")]
        case _:
            return _unconfirmed(game)


# --- inside -------------------------------------------------------------------


def _disputes(game: Game) -> list[str]:
    disputes = game.disputes.filter(closed_at=None).select_related("account").order_by("pk")
    return [
        _("disputed by @%(handle)s: %(reason)s")
        % {"handle": dispute.account.username, "reason": dispute.reason}
        for dispute in disputes
    ]


def _contests(game: Game) -> list[str]:
    claims = game.seat_claims.filter(closed_at=None).select_related("account").order_by("pk")
    sentences = []
    for claim in claims:
        differences = difference_sentences(
            seat_differences(game.seats.all(), claim.names, claim.replaced)
        )
        sentences += [
            _("contested by @%(handle)s, who uploaded another log: %(what)s")
            % {"handle": claim.account.username, "what": difference}
            for difference in differences
        ]
    return sentences


def _unconfirmed(game: Game) -> list[str]:
    (facts,) = standing_inputs([game]).values()
    sentences = []
    if not facts.all_players_named:
        sentences.append(_("a seat without a name"))
    if not facts.players_distinct:
        sentences.append(_("one account in two seats"))
    if facts.arbiter:
        return sentences
    gone = ClosedAccount.objects.filter(account__in=facts.unverified)
    closed = set(gone.values_list("account", flat=True)) if facts.unverified else set()
    for seat in game.seats.select_related("player").order_by("number"):
        if (player := seat.player) is None:
            continue
        if player.account_id is None:
            sentence = _(
                "%(name)s is a guest: the game is rated only if an arbiter who did not play "
                "uploads it"
            )
        elif player.account_id not in facts.attested and not facts.club_vouches:
            sentence = _("waiting for @%(name)s to confirm")
        elif player.account_id in closed:
            sentence = _(
                "@%(name)s closed their account without a verified e-mail address: this game is "
                "rated only if an arbiter confirms it"
            )
        elif player.account_id in facts.unverified:
            sentence = _("waiting for @%(name)s to verify their e-mail address")
        else:
            continue
        sentences.append(sentence % {"name": player.name})
    return list(dict.fromkeys(sentences))
