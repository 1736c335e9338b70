"""A small record with something of everything: rated, void, waiting and disputed games, a table,
guests, a merge."""

from games.models import Account, Game
from games.moderation import actions
from games.standing import attest
from ratings.services.fold import fold_pending
from tests.cast import account, finished_log, game_of, submit


def small_league(games: int = 6) -> dict[str, Account]:
    """ana and ben, and one game of three; the last is void, one waits, one is disputed."""
    people = {name: account(name) for name in ("ana", "ben", "cat")}
    people["ida"] = account("ida", arbiter=True)
    people["mo"] = account("mo", moderator=True)
    for seed in range(1, games + 1):
        played = f"2026-01-{seed:02}"
        submit(people["ida"], finished_log(seed=seed, played=played))
    three = "black=@ana white=@ben gray=@cat"
    submit(people["ida"], finished_log(three, "BBBBB", seed=1, played="2026-02-01"))
    submit(people["ana"], finished_log(seed=20, played="2026-02-02"))
    void = game_of(submit(people["ida"], finished_log(seed=21, played="2026-01-02")))
    fold_pending()
    actions.void(people["mo"], void, "It was never played.")
    disputed = game_of(submit(people["ida"], finished_log(seed=22, played="2026-02-03")))
    attest.dispute(people["ben"], disputed, "Ben says that this is secret.")
    submit(people["ida"], finished_log("black=@ana white=Zoe", seed=23, played="2026-02-04"))
    fold_pending()
    return people


def rated_games() -> list[Game]:
    return list(Game.objects.filter(standing="counted").order_by("played_on", "accepted_at"))
