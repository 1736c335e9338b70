"""Bots in other languages play a rated table through the bridge, against a real site."""

from pathlib import Path

from games.accounts.bots import mark_own_account
from games.accounts.tokens import TokenScope, make_token
from games.models import Account, Game, Standing
from ratings.models import Pool, RatingChange
from tables.models import Phase, Table
from tests.cast import account
from tests.services import node, processes

SHELL_BOT = Path(__file__).resolve().parents[2] / "docs" / "examples" / "bot.sh"

NODE_BOT = """
let legal = [];
require('readline').createInterface({input: process.stdin}).on('line', (line) => {
    const [verb] = line.split(' ', 1), words = line.slice(verb.length + 1);
    if (verb === 'imhotep-bot') console.log('name Javelin');
    if (verb === 'legal') legal.push(words);
    if (verb === 'go') {
        console.log('action ' + (legal.find((text) => text.startsWith('sail ')) || legal[0]));
        legal = [];
    }
    if (verb === 'quit') process.exit();
});
"""


def test_a_rated_table_is_played_to_its_end_verified_and_rated(stage):
    tokens = {
        handle: make_token(account(handle), "bot", [TokenScope.PLAY])[1]
        for handle in ("shell", "js")
    }
    for marked in Account.objects.all():
        mark_own_account(marked)
    usual = ["--pause", "0.05", "--resign"]
    with processes.web(DATABASE_POOL="4") as (address, _), processes.worker():
        terms = '{"rated": true, "minutes": 60}'
        first = processes.start(
            "bot", "engine.bots", address, "--open", terms, *usual, "--", str(SHELL_BOT),
            IMHOTEP_TOKEN=tokens["shell"],
        )  # fmt: skip
        processes.wait_until(Table.objects.exists, first, what="a table")
        table = Table.objects.get()
        javascript = [str(node.find().binary), "-e", NODE_BOT]
        # Node maps far more memory than it uses, and has a dozen threads.
        second = processes.start(
            "bot", "engine.bots", address, "--table", table.pk, *usual, "--memory", "65536",
            "--processes", "64", "--", *javascript, IMHOTEP_TOKEN=tokens["js"],
        )  # fmt: skip
        statuses = [child.process.wait(240) for child in (first, second)]
        assert statuses == [0, 0], first.log + second.log
        processes.wait_until(RatingChange.objects.exists, what="a rating")
    table.refresh_from_db()
    game = Game.objects.get()
    assert table.phase == Phase.FINISHED
    assert (game.standing, game.played_here) == (Standing.COUNTED, True)
    assert not game.seats.exclude(replaced_at=None).exists()
    assert RatingChange.objects.filter(pool=Pool.OVERALL, retired_by=None).count() == 2
