"""A small world for the tests of the pages."""

from dataclasses import dataclass

from django.http import QueryDict

from archive.releases.services import impact
from games.models import Account, Game, Merge, Note, NumberProposal, Player, SavedSearch, Upload
from games.replays.services import notes
from games.search.saved_searches import save_search
from games.standing.players import claim
from tests.cast import account, broken_log, finished_log, game_of, slips, submit
from tests.worlds.owners import said

ANONYMOUS = ""
CAST = (ANONYMOUS, "ana", "ben", "cat", "mo", "ida")
"""Nobody in particular; the owner; another player; a stranger; a moderator; an arbiter."""


@dataclass
class World:
    """ana uploaded a game with ben, a broken log, and a game with the guest Zoe, whom cat claims
    to be; a public note on her game, numbers of her box, and a saved search. ben brought the game
    of both with a slip. mo has an impact under way."""

    people: dict[str, Account]
    upload: Upload
    game: Game
    refused: Upload
    guest: Player
    claim: Merge
    note: Note
    numbers: NumberProposal
    search: SavedSearch


def make_world() -> World:
    people = {name: account(name) for name in ("ana", "ben", "cat")}
    people["mo"] = account("mo", moderator=True)
    people["ida"] = account("ida", arbiter=True)
    upload = submit(people["ana"], finished_log())
    refused = submit(people["ana"], broken_log(seed=2)[0], "broken.imh")
    submit(people["ana"], finished_log("black=@ana white=Zoe", seed=3))
    guest = Player.objects.get(name="Zoe")
    game = game_of(upload)
    asked = claim(people["cat"], guest, "It was me.")
    note = notes.write_note(people["ana"], game, 3, "question", "Why this?", True)
    submit(people["ben"], slips(finished_log())[0])
    impact.begin_impact(people["mo"])
    search = save_search(people["ana"], "games won", QueryDict("q=won"), True)
    numbers = said(people["ana"])
    return World(people, upload, game, refused, guest, asked, note, numbers, search)
