"""Rating systems on the same games: the site's terms, other constants, openskill, Glicko-2.

    python -m benchmarks.ratings                               # simulated leagues, fresh seeds
    python -m benchmarks.ratings --seeds 100-104 --k 80 --half 12 --power 1
    python -m benchmarks.ratings --dump DUMP                   # the games of a site

A *club* has 30 people who all play from the start, a *site* 300 who arrive all the time, and in
*drift* 150 people learn and change. Strengths have a spread of 200 points; places are drawn by
Plackett-Luce; people of near strength meet more often. The *mixed* league has games of two to four
players. Each forecast is made before its game. *Fitted*: after one temperature for each system,
fitted on a league of another seed (of a dump: on its first half, and judged on the second). The
constants of terms 2 were chosen on seeds below 100. The last line is JSON.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import accumulate
from operator import itemgetter
from pathlib import Path
from statistics import mean
from typing import Final, NamedTuple, Protocol

from openskill.models import PlackettLuce, PlackettLuceRating

from ratings import elo

POINTS: Final = 400 / math.log(10)
"""Points of a natural unit of strength."""

SEASONED: Final = 10
"""Games from which on a player's interval is counted."""

SNAPSHOTS: Final = 10
"""Looks at the intervals of all seasoned players, spread evenly over a league."""

Z: Final = 1.96

KINDS: Final = {"club": (30, 1200, 3), "site": (300, 2400, 8), "drift": (150, 2400, 6)}
"""Players, games, games a day."""

CELLS: Final = (
    *(("club", number) for number in (2, 3, 4)),
    *(("site", number) for number in (2, 3, 4)),
    *(("drift", number) for number in (2, 3)),
    ("mixed", 0),
)


class LeagueGame(NamedTuple):
    """A game. `strengths`: the true ones of all players before it, where they are known."""

    day: int
    players: tuple[int, ...]
    places: tuple[int, ...]
    strengths: Sequence[float] | None


def simulate_league(kind: str, number: int, seed: int) -> Iterator[LeagueGame]:
    """The games of a league; `number` of players each."""
    if kind == "mixed":
        yield from _mixed_league(seed)
        return
    players, games, a_day = KINDS[kind]
    chance = random.Random(f"{kind} {number} {seed}")
    strengths = [chance.gauss(0, 200) for _ in range(players)]
    activity = [(1 + rank) ** -(0.3 if kind == "club" else 0.8) for rank in range(players)]
    chance.shuffle(activity)
    arrivals = sorted(chance.randrange(int(games * 0.8)) for _ in range(players))
    early = players if kind == "club" else max(number + 2, players // 5)
    arrivals[:early] = [0] * early
    played = [0] * players
    here = 0
    for game in range(games):
        while here < players and arrivals[here] <= game:
            here += 1
        first = chance.choices(range(here), activity[:here])[0]
        near = [
            activity[other] * math.exp(-abs(strengths[other] - strengths[first]) / 300)
            for other in range(here)
        ]
        seats = draw_players(chance, near, [first], number)
        chance.shuffle(seats)
        places = _drawn_places(chance, strengths, seats)
        yield LeagueGame(game // a_day, tuple(seats), places, tuple(strengths))
        if kind == "drift":
            for player in seats:
                played[player] += 1
                strengths[player] += chance.gauss(0, 12) + 6 * math.exp(-played[player] / 40)


def _mixed_league(seed: int) -> Iterator[LeagueGame]:
    """150 players, 4,000 games of two to four; every game changes a strength by five points."""
    chance = random.Random(f"mixed {seed}")
    strengths = [chance.gauss(0, POINTS) for _ in range(150)]
    activity = [(1 + rank) ** -0.8 for rank in range(150)]
    chance.shuffle(activity)
    for game in range(4000):
        number = chance.choices((2, 3, 4), (4, 3, 3))[0]
        seats = draw_players(chance, activity, [], number)
        places = _drawn_places(chance, strengths, seats)
        yield LeagueGame(game // 10, tuple(seats), places, tuple(strengths))
        for player in seats:
            strengths[player] += chance.gauss(0, 0.03 * POINTS)


def draw_players(
    chance: random.Random, weights: Sequence[float], seats: list[int], number: int
) -> list[int]:
    """Others to those of `seats`, by their weights, until there are `number`."""
    bounds, players = list(accumulate(weights)), list(seats)
    while len(players) < number:
        player = chance.choices(range(len(weights)), cum_weights=bounds)[0]
        if player not in players:
            players.append(player)
    return players


def _drawn_places(
    chance: random.Random, strengths: Sequence[float], seats: Sequence[int]
) -> tuple[int, ...]:
    """By Plackett-Luce: the order of strengths with a Gumbel number added."""
    shown = [strengths[player] - POINTS * math.log(-math.log(chance.random())) for player in seats]
    return tuple(1 + sum(other > own for other in shown) for own in shown)


# --- systems --------------------------------------------------------------------


class RatingSystem(Protocol):
    """Ratings and deviations in points, of players by number."""

    def rating(self, player: int) -> float: ...

    def deviation(self, player: int, day: int) -> float | None: ...

    def add(self, game: LeagueGame) -> None: ...


class TermsOne:
    """The ledger's terms 1, as the site has them."""

    def __init__(self) -> None:
        self._forms: dict[int, elo.PlayerForm] = {}

    def rating(self, player: int) -> float:
        return self._forms.get(player, elo.PlayerForm()).rating / elo.POINT

    def deviation(self, player: int, day: int) -> float | None:
        return None

    def add(self, game: LeagueGame) -> None:
        forms = [self._forms.get(player, elo.PlayerForm()) for player in game.players]
        for player, change in zip(game.players, elo.rate_game(forms, game.places), strict=True):
            self._forms[player] = elo.PlayerForm(change.after, change.games + 1)


class TermsTwo:
    """The ledger's terms 2, as the site has them."""

    def __init__(self) -> None:
        self._forms: dict[int, tuple[elo.PlayerForm, int]] = {}

    def rating(self, player: int) -> float:
        return self._forms[player][0].rating / elo.POINT if player in self._forms else 1500.0

    def deviation(self, player: int, day: int) -> float | None:
        if player not in self._forms:
            return elo.DEVIATION_FIRST / elo.POINT
        form, last = self._forms[player]
        return elo.aged_deviation(form.deviation or 0, day - last) / elo.POINT

    def add(self, game: LeagueGame) -> None:
        forms = [self._form_on(game.day, player) for player in game.players]
        for player, change in zip(game.players, elo.rate_game_2(forms, game.places), strict=True):
            form = elo.PlayerForm(change.after, change.games + 1, change.deviation)
            self._forms[player] = form, game.day

    def _form_on(self, day: int, player: int) -> elo.PlayerForm:
        form, last = self._forms.get(player, (elo.PlayerForm(), day))
        deviation = elo.deviation_before(form.deviation, form.games, day - last)
        return form._replace(deviation=deviation)


class Constants(NamedTuple):
    """K falls as k / (1 + games / half) to the least; a pair is weighed 1 / (n - 1) ** power. The
    square of a deviation begins at start² and grows by a game and by an idle day; in it a pair of a
    game of two, three or four has that weight."""

    k: float = elo.K_FIRST
    half: float = elo.K_HALF
    least: float = elo.K_LEAST
    power: float = 0.5
    start: float = elo.DEVIATION_FIRST / elo.POINT
    floor: float = elo.DEVIATION_LEAST / elo.POINT
    a_game: float = elo.A_GAME / elo.POINT**2
    a_day: float = elo.A_DAY / elo.POINT**2
    weight_2: float = elo.PAIR_WEIGHTS[1] / elo.POINT
    weight_3: float = elo.PAIR_WEIGHTS[2] / elo.POINT
    weight_4: float = elo.PAIR_WEIGHTS[3] / elo.POINT


class FallingK:
    """Terms 2 with any constants, in fractions."""

    def __init__(self, constants: Constants) -> None:
        self._constants = constants
        self._forms: dict[int, tuple[float, int, float, int]] = {}

    def rating(self, player: int) -> float:
        return self._forms[player][0] if player in self._forms else 1500.0

    def deviation(self, player: int, day: int) -> float | None:
        if player not in self._forms:
            return self._constants.start
        _, _, deviation, last = self._forms[player]
        variance = deviation**2 + self._constants.a_day * (day - last)
        return min(self._constants.start, math.sqrt(variance))

    def add(self, game: LeagueGame) -> None:
        constants, number = self._constants, len(game.players)
        before = [self.rating(player) for player in game.players]
        deviations = [
            math.sqrt((self.deviation(player, game.day) or 0) ** 2 + constants.a_game)
            for player in game.players
        ]
        pair_weight = (constants.weight_2, constants.weight_3, constants.weight_4)[number - 2]
        for seat, player in enumerate(game.players):
            games = self._forms[player][1] if player in self._forms else 0
            k = max(constants.least, constants.k / (1 + games / constants.half))
            k /= (number - 1) ** constants.power
            after, information = before[seat], 0.0
            for other in range(number):
                if other != seat:
                    expected = 1 / (1 + 10 ** ((before[other] - before[seat]) / 400))
                    after += k * (_score(game.places, seat, other) - expected)
                    said = 1 / (1 + 3 * (deviations[other] / POINTS / math.pi) ** 2)
                    information += pair_weight * said * expected * (1 - expected) / POINTS**2
            variance = 1 / (1 / deviations[seat] ** 2 + information)
            deviation = max(constants.floor, math.sqrt(variance))
            self._forms[player] = after, games + 1, deviation, game.day


def _score(places: Sequence[int], seat: int, other: int) -> float:
    return 0.5 if places[seat] == places[other] else float(places[seat] < places[other])


class OpenSkill:
    """openskill's Plackett-Luce with its defaults, on the scale of points by its beta."""

    POINTS_A_UNIT: Final = POINTS / (25 / 6)

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[int, PlackettLuceRating] = {}

    def _of(self, player: int) -> PlackettLuceRating:
        return self._ratings.setdefault(player, self._model.rating())

    def rating(self, player: int) -> float:
        return 1500 + (float(self._of(player).mu) - 25) * self.POINTS_A_UNIT

    def deviation(self, player: int, day: int) -> float | None:
        return float(self._of(player).sigma) * self.POINTS_A_UNIT

    def add(self, game: LeagueGame) -> None:
        teams = [[self._of(player)] for player in game.players]
        rated = self._model.rate(teams, ranks=list(game.places))
        for player, team in zip(game.players, rated, strict=True):
            self._ratings[player] = team[0]


class GlickoTwo:
    """Glicko-2 as M. Glickman's paper has it: each game is a rating period, each opponent a game
    of it, weighed 1 / (n - 1)."""

    TAU: Final = 0.5

    def __init__(self) -> None:
        self._forms: dict[int, tuple[float, float, float]] = {}

    def _of(self, player: int) -> tuple[float, float, float]:
        return self._forms.get(player, (0.0, 350 / POINTS, 0.06))

    def rating(self, player: int) -> float:
        return 1500 + self._of(player)[0] * POINTS

    def deviation(self, player: int, day: int) -> float | None:
        return self._of(player)[1] * POINTS

    def add(self, game: LeagueGame) -> None:
        forms = [self._of(player) for player in game.players]
        weight = 1 / (len(forms) - 1)
        for seat, player in enumerate(game.players):
            mu, phi, volatility = forms[seat]
            information = surprise = 0.0
            for other, (mu_other, phi_other, _) in enumerate(forms):
                if other != seat:
                    g = 1 / math.sqrt(1 + 3 * (phi_other / math.pi) ** 2)
                    expected = 1 / (1 + math.exp(-g * (mu - mu_other)))
                    information += weight * g * g * expected * (1 - expected)
                    surprise += weight * g * (_score(game.places, seat, other) - expected)
            variance = 1 / information
            volatility = self._volatility(phi, volatility, variance, variance * surprise)
            phi = 1 / math.sqrt(1 / (phi**2 + volatility**2) + information)
            self._forms[player] = mu + phi**2 * surprise, phi, volatility

    def _volatility(self, phi: float, sigma: float, variance: float, delta: float) -> float:
        """Step 5 of the paper: the root of f by the Illinois method."""
        begin = math.log(sigma**2)

        def f(x: float) -> float:
            grown = phi**2 + variance + math.exp(x)
            return math.exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - begin) / self.TAU**2

        low, excess = begin, delta**2 - phi**2 - variance
        high = math.log(excess) if excess > 0 else begin - self.TAU
        while excess <= 0 and f(high) < 0:
            high -= self.TAU
        f_low, f_high = f(low), f(high)
        while abs(high - low) > 1e-6:
            middle = low + (low - high) * f_low / (f_high - f_low)
            f_middle = f(middle)
            if f_middle * f_high <= 0:
                low, f_low = high, f_high
            else:
                f_low /= 2
            high, f_high = middle, f_middle
        return math.exp(low / 2)


# --- figures --------------------------------------------------------------------


class Forecast(NamedTuple):
    ratings: tuple[float, ...]
    winners: tuple[int, ...]


class Replayed(NamedTuple):
    """A league by one system: forecasts of its games; of seasoned players the error and
    the deviation, by snapshot."""

    forecasts: list[Forecast]
    intervals: list[list[tuple[float, float]]]


def replay(system: RatingSystem, games: Sequence[LeagueGame]) -> Replayed:
    forecasts: list[Forecast] = []
    intervals: list[list[tuple[float, float]]] = []
    played: dict[int, int] = {}
    for index, game in enumerate(games, 1):
        winners = tuple(seat for seat, place in enumerate(game.places) if place == 1)
        ratings = tuple(system.rating(player) for player in game.players)
        forecasts.append(Forecast(ratings, winners))
        system.add(game)
        for player in game.players:
            played[player] = played.get(player, 0) + 1
        if index % max(1, len(games) // SNAPSHOTS) == 0 and game.strengths is not None:
            seasoned = [player for player, count in played.items() if count >= SEASONED]
            intervals.append(_errors(system, seasoned, game))
    return Replayed(forecasts, intervals)


def _errors(
    system: RatingSystem, players: Sequence[int], game: LeagueGame
) -> list[tuple[float, float]]:
    """About the means of these players: ratings have no origin."""
    if len(players) < 2 or game.strengths is None:
        return []
    deviations = [system.deviation(player, game.day) for player in players]
    errors = [system.rating(player) - game.strengths[player] for player in players]
    middle = mean(errors)
    return [
        (error - middle, deviation)
        for error, deviation in zip(errors, deviations, strict=True)
        if deviation is not None
    ]


def win_shares(ratings: Sequence[float], temperature: float) -> list[float]:
    best = max(ratings)
    shares = [math.exp((rating - best) / POINTS / temperature) for rating in ratings]
    return [share / sum(shares) for share in shares]


def log_loss(forecasts: Sequence[Forecast], temperature: float) -> float:
    """Of the winner; of several who share the first place, of their mean share."""
    total = 0.0
    for ratings, winners in forecasts:
        shares = win_shares(ratings, temperature)
        total -= math.log(max(1e-9, sum(shares[seat] for seat in winners) / len(winners)))
    return total / len(forecasts)


def fitted_temperature(forecasts: Sequence[Forecast]) -> float:
    """By golden section between 0.3 and 4, of the logarithm."""
    low, high, golden = math.log(0.3), math.log(4), (math.sqrt(5) - 1) / 2
    while high - low > 0.005:
        left, right = high - golden * (high - low), low + golden * (high - low)
        if log_loss(forecasts, math.exp(left)) < log_loss(forecasts, math.exp(right)):
            high = right
        else:
            low = left
    return math.exp((low + high) / 2)


def calibration_error(forecasts: Sequence[Forecast]) -> float:
    """How far shares are from what happened: of ten bins of shares the mean distance, by size."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for ratings, winners in forecasts:
        for seat, share in enumerate(win_shares(ratings, 1.0)):
            won = (seat in winners) / len(winners)
            bins[min(9, int(share * 10))].append((share, won))
    total = sum(map(len, bins))
    return sum(abs(sum(share - won for share, won in pairs)) for pairs in bins) / total


class Figures(NamedTuple):
    """Of a system in a cell: mean log loss of winners raw and fitted, the temperature of the fit,
    the error of calibration; of 95 % intervals the part that holds, and their mean half width."""

    raw: float
    fitted: float
    temperature: float
    calibration: float
    held: float | None
    width: float | None


def figures_of(judged: Sequence[Replayed], fitted_on: Sequence[Forecast]) -> Figures:
    temperature = fitted_temperature(fitted_on)
    pairs = [pair for league in judged for look in league.intervals for pair in look]
    games = [league.forecasts for league in judged]
    return Figures(
        mean(log_loss(forecasts, 1.0) for forecasts in games),
        mean(log_loss(forecasts, temperature) for forecasts in games),
        temperature,
        mean(calibration_error(forecasts) for forecasts in games),
        mean(abs(error) < Z * deviation for error, deviation in pairs) if pairs else None,
        mean(Z * deviation for _, deviation in pairs) if pairs else None,
    )


Systems = Mapping[str, Callable[[], RatingSystem]]

BARS: Final = "terms 2"
"""The system that the bars are about."""

OPENSKILL: Final = "openskill"


def systems_with(constants: Constants | None) -> Systems:
    systems: dict[str, Callable[[], RatingSystem]] = {
        "terms 1": TermsOne,
        BARS: TermsTwo,
        OPENSKILL: OpenSkill,
        "Glicko-2": GlickoTwo,
    }
    if constants is not None:
        systems["these constants"] = partial(FallingK, constants)
    return systems


def judge_cell(
    kind: str, number: int, seeds: Sequence[int], systems: Systems
) -> dict[str, Figures]:
    """The first seed only fits."""
    leagues = [list(simulate_league(kind, number, seed)) for seed in seeds]
    figures = {}
    for name, make in systems.items():
        fitted, *judged = (replay(make(), games) for games in leagues)
        figures[name] = figures_of(judged, fitted.forecasts)
    return figures


def judge_dump(folder: Path, systems: Systems) -> dict[str, Figures]:
    games = list(games_of_dump(folder))
    figures = {}
    for name, make in systems.items():
        forecasts = replay(make(), games).forecasts
        half = len(forecasts) // 2
        figures[name] = figures_of([Replayed(forecasts[half:], [])], forecasts[:half])
    return figures


def games_of_dump(folder: Path) -> Iterator[LeagueGame]:
    """Games that count and whose seats all have players, in the order of play."""
    with gzip.open(folder / "standings.ndjson.gz", "rt", encoding="utf-8") as lines:
        standings = [json.loads(line) for line in lines]
    for line in sorted(standings, key=itemgetter("played_on", "accepted_at", "game")):
        players = [seat["player"] for seat in line["seats"]]
        complete = None not in players and 2 <= len(players) == len(set(players))
        if line["standing"] == "counted" and complete:
            day = date.fromisoformat(line["played_on"]).toordinal()
            places = tuple(seat["rated_place"] or seat["place"] for seat in line["seats"])
            yield LeagueGame(day, tuple(players), places, None)


def print_figures(title: str, figures: Mapping[str, Figures]) -> None:
    print(f"{title:18}{'raw':>6}{'fitted':>9}{'temp.':>7}{'calib.':>8}{'held':>9}{'±':>6}")
    for name, of in figures.items():
        held = "" if of.held is None else f"{100 * of.held:7.1f} %"
        width = "" if of.width is None else f"{of.width:6.0f}"
        print(
            f"  {name:16}{of.raw:.4f}{of.fitted:9.4f}{of.temperature:7.2f}"
            f"{of.calibration:8.3f}{held}{width}",
            flush=True,
        )


def bars_met(cells: Mapping[str, Mapping[str, Figures]]) -> dict[str, object]:
    """How the bars of ``benchmarks/README.md`` stand: in how many cells, and which miss."""
    plain = {name: cell for name, cell in cells.items() if name != "mixed"}
    raw = [n for n, cell in plain.items() if cell[BARS].raw <= cell[OPENSKILL].raw]
    fitted = [n for n, cell in plain.items() if cell[BARS].fitted <= cell[OPENSKILL].fitted]
    best = {n: min(figures.raw for figures in cell.values()) for n, cell in plain.items()}
    near = [n for n, cell in plain.items() if cell[BARS].raw <= best[n] + 0.004]
    held = [n for n, cell in cells.items() if 0.93 <= (cell[BARS].held or 0) <= 0.97]
    return {
        "raw_not_worse_than_openskill": len(raw),
        "fitted_not_worse_than_openskill": len(fitted),
        "raw_near_the_best": len(near),
        "of": len(plain),
        "intervals_hold": len(held),
        "intervals_of": len(cells),
        "intervals_miss": [n for n in cells if n not in held],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="100-105", help="of leagues; the first one only fits")
    parser.add_argument("--dump", type=Path, help="the games of a dump instead")
    for name in Constants._fields:
        parser.add_argument(f"--{name.replace('_', '-')}", type=float)
    options = parser.parse_args()
    given = {name: getattr(options, name) for name in Constants._fields}
    given = {name: value for name, value in given.items() if value is not None}
    systems = systems_with(Constants()._replace(**given) if given else None)
    if options.dump:
        figures = judge_dump(options.dump, systems)
        print_figures("the dump", figures)
        print(json.dumps({name: of._asdict() for name, of in figures.items()}))
        return
    first, _, last = options.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    print(f"seeds {seeds[0]} to {seeds[-1]}; temperatures fitted on seed {seeds[0]}")
    cells = {}
    for kind, number in CELLS:
        name = f"{kind} {number}" if number else kind
        cells[name] = judge_cell(kind, number, seeds, systems)
        print_figures(name, cells[name])
    print(json.dumps(bars_met(cells)))


if __name__ == "__main__":
    main()
