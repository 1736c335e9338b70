"""docs/ratings.md says what the program does, number by number."""

import io
import json
import re
from pathlib import Path

from ratings import elo, featured_games, recompute
from ratings.elo import ADVANTAGES, POINT, expected_score

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "ratings.md").read_text("utf-8")


def block(kind: str) -> str:
    [example] = re.findall(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)
    return example


def test_the_ledger_of_the_example(tmp_path):
    games = tmp_path / "games.ndjson"
    games.write_text(block("ndjson"), "utf-8")
    out = io.StringIO()
    recompute.main(["--table", str(games)], out)
    command, _, table = block("text").partition("\n")
    assert command == "$ python -m ratings.recompute --table games.ndjson"
    assert out.getvalue() == table


def test_the_example_with_closed_books(tmp_path):
    games = [json.loads(line) for line in block("ndjson").splitlines()]
    documents = [json.loads(line) for line in block("json").splitlines()]
    for game in games:
        game["standing"] = "void" if game["id"] == "first" else "counted"
    games += [line for line in documents if "record" not in line]
    for name, lines in (
        ("games", games),
        ("books", [document for document in documents if "record" in document]),
    ):
        (tmp_path / name).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    out = io.StringIO()
    recompute.main(["--table", str(tmp_path / "games"), str(tmp_path / "books")], out)
    before, after = block("text").partition("\n")[2], block("console")
    assert out.getvalue() == before + after


def test_every_term_that_is_written_out_is_in_the_ledger():
    terms = re.findall(r"^    (\w+) against (\w+): (.*)$", TEXT, re.MULTILINE)
    assert len(terms) == 5
    for player, opponent, term in terms:
        rows = [row for row in block("text").splitlines() if f"  {player}  " in row]
        assert any(f"  {opponent} {term}" in row for row in rows), (player, opponent, term)


def test_the_table_of_expected_scores():
    rows = re.findall(r"^\| ([01]\.\d{3}) \| (\d+\.\d{3}) \|$", TEXT, re.MULTILINE)
    assert len(rows) == 12
    for expected, difference in rows:
        expected_term, bound = round(float(expected) * POINT), round(float(difference) * POINT)
        assert ADVANTAGES[expected_term - POINT // 2 - 1] == bound
        assert (expected_score(bound - 1), expected_score(bound)) == (
            expected_term - 1,
            expected_term,
        )


def test_the_constants():
    matches = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", TEXT, re.MULTILINE))
    assert matches["Rating before the first game of a pool"] == str(elo.INITIAL // POINT)
    assert matches["*K*"] == str(elo.K)
    assert matches["*K* of a provisional player"] == str(elo.K_PROVISIONAL)
    assert matches["Provisional"] == f"fewer than {elo.PROVISIONAL_GAMES} rated games in the pool"


def test_the_constants_of_terms_2():
    rows = re.findall(r"^\| (\d+)(?: and more)? \| (\d+) \|$", TEXT, re.MULTILINE)
    assert len(rows) == 13
    for games, k in rows:
        assert elo.falling_k(int(games)) == int(k)
    assert elo.falling_k(64) == elo.K_LEAST == elo.FALLING_K[-1]
    matches = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", TEXT, re.MULTILINE))
    assert matches["Deviation before the first game of a pool"] == f"{elo.DEVIATION_FIRST // POINT}"
    assert matches["It never falls below"] == str(elo.DEVIATION_LEAST // POINT)
    assert matches["Its square grows by, for each day without a game"] == f"{elo.A_DAY // POINT**2}"
    assert matches["and for each game"] == str(elo.A_GAME // POINT**2)
    weights = matches["A pair of a game of two, three, four players weighs"]
    assert weights == ", ".join(f"{weight / POINT:.3f}" for weight in elo.PAIR_WEIGHTS[1:])
    assert "by 1.000, 1.414 or 1.732" in TEXT
    assert elo.DIVISORS == (0, 1000, 1414, 1732)
    assert "= 99,287 / (99,287 + *d*²)" in TEXT
    assert elo.OPPONENT == 99_287 * POINT**2
    assert f"/ {elo.LOGISTIC // POINT**2:,})" in TEXT
    assert "80 + 1500 / (10 + games) points" in TEXT
    assert f"a deviation above {elo.PROVISIONAL_DEVIATION // POINT} points" in TEXT


def test_two_new_players_by_terms_2():
    new = elo.PlayerForm(deviation=elo.DEVIATION_FIRST)
    deviation = elo.rate_game_2([new, new], [1, 2])[0].deviation
    assert f"= {deviation / POINT:.1f}." in TEXT


def test_the_shelves_look_at_as_many_games_as_they_say():
    assert "two shelves, of the last thousand rated games" in TEXT
    assert featured_games.LATELY == 1000
    assert f"rated at least {featured_games.GAP} points lower" in TEXT
