"""A site with something of every kind of line that a dump has, in two parts: someone keeps
the checkpoint of the first one."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils import timezone

from archive.log.models import Log
from archive.log.services.append import append, append_all
from games.intake.verify import verify_submissions
from games.models import Account, Game, Player, StandingDecision, Submission, Verification
from games.moderation import actions
from games.standing import attest
from games.standing.players import merge_players
from ratings.models import Entry, Fold, Reason
from ratings.services.closings import close_books
from ratings.services.fold import fold_pending
from tables.ending.ending import abandon
from tables.models import Dealing
from tests.cast import account, broken_log, finished_log, game_of, submit
from tests.worlds.tables import act_once, dealt, play_out

KEY: Final = b64encode(bytes(range(32))).decode()
"""Signs the log of the site."""


@dataclass
class LongStory:
    """`checkpoint`: the note that was kept. `names`: ids of games by what became of them, of
    players by their names, of the table that was played to its end, of deals, runs, decisions,
    entries of the books and folds."""

    checkpoint: str
    names: dict[str, str | int]


def play_story() -> LongStory:
    """Days of January are closed; those of this month are not. A key has to be configured."""
    people = {name: account(name) for name in ("ana", "ben", "cat")}
    ana, ben, cat = people.values()
    ida = people["ida"] = account("ida", arbiter=True)
    mo = people["mo"] = account("mo", moderator=True)
    games: dict[str, Game] = {}

    def play(name: str, uploader: Account, day: str, seats: str, seed: int) -> Game:
        games[name] = game_of(submit(uploader, finished_log(seats, seed=seed, played=day)))
        return games[name]

    two, recent = "black=@ana white=@ben", str(timezone.now().date() - timedelta(days=3))
    for n in range(1, 4):
        play(f"old{n}", ida, f"2026-01-{n:02}", two, n)
    play("guest", ida, "2026-01-05", "black=@ana white=Zoe", 5)
    fold_pending()
    close_books()
    for n in range(1, 4):
        play(f"new{n}", ida, recent, "black=@ana white=@ben gray=@cat", 10 + n)
    play("waiting", ana, recent, two, 20)
    play("pair", ida, recent, two, 26)
    actions.void(mo, play("gone", ida, recent, two, 27), "Nobody was there.")
    disputed = play("disputed", ida, recent, two, 21)
    attest.dispute(ben, disputed, "It was another result.")
    play("late", ida, "2026-01-09", two, 22)
    submit(ana, broken_log(seed=23)[0])
    merge_players(mo, Player.objects.get(name="Zoe"), Player.objects.get(account=cat), "It is cat.")
    broken = dealt([ana, ben], shares=True, access="link")
    act_once(broken.pk)
    abandon(broken.pk)
    dealt([ana, ben, cat], shares=True)
    append()
    played = play_out(dealt([ana, ben], shares=True).pk)
    append()
    submissions = Submission.objects.filter(upload=played.upload)
    verify_submissions(list(submissions.values_list("pk", flat=True)))
    games["played"] = Game.objects.get(submission__upload=played.upload)
    fold_pending()
    append_all(3600)
    checkpoint = Log.objects.get().note

    actions.void(mo, games["old3"], "It was never played.")
    actions.void(mo, play("void", ida, recent, two, 24), "Twice the same evening.")
    play("last", ida, recent, two, 25)
    fold_pending()
    append()
    names: dict[str, str | int] = {name: game.pk for name, game in games.items()}
    names |= {player.name.strip("@").lower(): player.pk for player in Player.objects.all()}
    names |= {"ida": ida.pk, "table": played.pk}
    names["dealing"] = Dealing.objects.get(table=played).pk
    names["broken_dealing"] = Dealing.objects.get(table=broken).pk
    names["refused_run"] = Verification.objects.get(verdict="refused").pk
    names["last_run"] = Verification.objects.get(game=games["last"]).pk
    names["void_decision"] = StandingDecision.objects.get(game=games["gone"], kind="void").pk
    names["late_entry"] = Entry.objects.get(game=games["late"]).pk
    names["reversal"] = Entry.objects.get(game=games["old3"], kind="reversal").pk
    names["retiring_fold"] = Fold.objects.filter(retired__gt=0).earliest("pk").pk
    names["reasoned_fold"] = Reason.objects.filter(cause="void").latest("pk").fold_id
    return LongStory(checkpoint, names)
