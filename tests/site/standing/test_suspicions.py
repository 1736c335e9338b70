"""What looks made up, and what does not; no database."""

from datetime import date, timedelta

from games.moderation.fraud_detectors import (
    A_DAY,
    ABSENT,
    CIRCLE_GAMES,
    CIRCLE_PEOPLE,
    FARMED,
    LEFT_EARLY,
    PlayedGame,
    SeatedPlayer,
    Suspicion,
    suspicions,
)

DAY = date(2026, 3, 1)


def game(number: int, *players: int, left: dict[int, float] | None = None) -> PlayedGame:
    """The players in the order of their places, a game a day."""
    seats = [
        SeatedPlayer(player, place, (left or {}).get(player))
        for place, player in enumerate(players, 1)
    ]
    return PlayedGame(f"g{number}", DAY + timedelta(days=number), seats)


def found(*games: PlayedGame) -> dict[str, Suspicion]:
    return {suspicion.kind: suspicion for suspicion in suspicions(games)}


def test_one_who_wins_nearly_all() -> None:
    ten = [game(n, 7, 3) for n in range(FARMED - 1)] + [game(99, 3, 7)]
    (suspicion,) = suspicions(ten)
    assert (suspicion.kind, suspicion.key) == ("farming", "3-7")
    assert suspicion.facts == {"players": [7, 3], "games": FARMED, "won": FARMED - 1}
    assert suspicion.games == [row.game for row in ten]
    assert not found(*ten[1:])  # too few
    assert not found(*ten, game(100, 3, 7))  # too few of them won


def test_nine_in_ten_is_the_border() -> None:
    lost = {3, 8}
    games = [game(n, *((3, 7) if n in lost else (7, 3))) for n in range(20)]
    assert found(*games)["farming"].facts["won"] == 18
    lost.add(12)
    assert not found(*[game(n, *((3, 7) if n in lost else (7, 3))) for n in range(20)])


def test_a_draw_is_no_win() -> None:
    won = [game(n, 7, 3) for n in range(FARMED - 2)]
    draws = [
        PlayedGame(f"d{n}", DAY, [SeatedPlayer(7, 1, None), SeatedPlayer(3, 1, None)])
        for n in range(2)
    ]
    assert "farming" in found(*won, *draws)  # 8 of 10, and none lost
    assert "farming" not in found(*won[1:], *draws, draws[0])


def test_who_wins_among_three_is_seen_for_each_two() -> None:
    keys = {(row.kind, row.key) for row in suspicions([game(n, 1, 2, 3) for n in range(FARMED)])}
    assert keys == {("farming", key) for key in ("1-2", "1-3", "2-3")} | {("feeders", "1")}


def test_one_side_that_writes_hardly_anything() -> None:
    games = [game(n, 3 + n % 2, 4 - n % 2, left={4: 0.1}) for n in range(ABSENT)]
    (suspicion,) = suspicions(games)
    assert (suspicion.kind, suspicion.key) == ("absent", "3-4-4")
    assert suspicion.facts == {"players": [4, 3], "games": ABSENT}
    late = [game(n, 3 + n % 2, 4 - n % 2, left={4: 0.8}) for n in range(ABSENT)]
    absent_games = [game(n, 3 + n % 2, 4 - n % 2, left={3: 0.1, 4: 0.1}) for n in range(ABSENT)]
    assert not found(*late)
    quarter = [game(n, 3 + n % 2, 4 - n % 2, left={4: LEFT_EARLY}) for n in range(ABSENT)]
    assert not found(*quarter)
    assert not found(*games[1:])
    assert not found(*absent_games)


def test_a_closed_circle() -> None:
    people = [(1, 2), (2, 3), (3, 1), (2, 1), (3, 2), (1, 3)]
    games = [game(n, *people[n % 6]) for n in range(CIRCLE_GAMES)]
    (suspicion,) = suspicions(games)
    assert (suspicion.kind, suspicion.key) == ("circle", "1-2-3")
    assert suspicion.facts == {"players": [1, 2, 3], "games": CIRCLE_GAMES}
    assert not found(*games[1:])
    other_games = [game(100 + n, 1, 10 + n) for n in range(3)]
    assert not found(*games, *other_games)  # they play others too
    five = [game(n, n % CIRCLE_PEOPLE + 1, (n + 1) % CIRCLE_PEOPLE + 1) for n in range(30)]
    assert found(*five)["circle"].facts["players"] == [1, 2, 3, 4, 5]
    six = [game(n, n % 6 + 1, (n + 1) % 6 + 1) for n in range(30)]
    assert not found(*six)


def test_more_games_in_a_day_than_anybody_plays() -> None:
    playeds = [
        PlayedGame(f"g{n}", DAY, [SeatedPlayer(1, 1, None), SeatedPlayer(10 + n, 2, None)])
        for n in range(A_DAY)
    ]
    suspicion = found(*playeds)["pace"]
    assert suspicion.key == f"1-{DAY}"
    assert suspicion.facts["games"] == A_DAY
    assert "pace" not in found(*playeds[1:])
