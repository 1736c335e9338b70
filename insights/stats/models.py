"""Tallies of rated games. A game that changed is taken out as what it was counted, and put in as
what it is now; so no sum starts again, and nothing is counted twice."""

from __future__ import annotations

from django.db import models


class Changed(models.Model):
    """A game came to count, ceased to, or changed its players. Written with what changed it,
    removed when the tallies followed."""

    game_id = models.CharField(max_length=12)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.game_id


class Progress(models.Model):
    """Progress of the tallies; one row. `version`: of what is counted. `after`: games up to this id
    were gone over; `whole`: all were. `ledger`: the last change of a rating that was looked at."""

    version = models.CharField(max_length=20, blank=True)
    after = models.CharField(max_length=12, blank=True)
    whole = models.BooleanField(default=False)
    ledger = models.BigIntegerField(default=0)
    worked_at = models.DateTimeField(auto_now=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.version} {self.after}"


class Counted(models.Model):
    """A game that the tallies count. `state`: all that can change of it: its mean rating, and by
    seat the player, the rating before and the place as rated; last, whether all are people."""

    game_id = models.CharField(max_length=12, primary_key=True)
    state = models.JSONField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.game_id


class Tally(models.Model):
    """The sums (``insights.stats.sums``) of rated games, for one key of a dimension, a number of
    players and a band of mean ratings, which is empty for all. `people`: of games of people only;
    the games with computer players have rows of their own. `version`: of what is counted."""

    dimension = models.CharField(max_length=12)
    key = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    band = models.CharField(max_length=8, default="", db_default="", blank=True)
    people = models.BooleanField(default=False, db_default=False)
    version = models.CharField(max_length=20, default="", db_default="", blank=True)
    games = models.PositiveIntegerField(default=0, db_default=0)
    numbers = models.JSONField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["dimension", "players", "band", "people", "key"],
                name="one_tally_a_population",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dimension} {self.key} {self.players} {self.band}"


class PlayerTally(models.Model):
    """The sums of a player's rated games with so many players; `people`: as of a ``Tally``;
    `cells`: by dimension and key numbers of ``insights.stats.sums.player_cell``. First places are
    those as rated."""

    player_id = models.BigIntegerField()
    players = models.PositiveSmallIntegerField()
    people = models.BooleanField(default=False, db_default=False)
    version = models.CharField(max_length=20)
    numbers = models.JSONField()
    cells = models.JSONField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["player_id", "players", "people"], name="one_player_tally_a_population"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.players}"


class OpeningTally(models.Model):
    """Results of rated games that began alike: with the steps `before`, and `step` after them
    (``insights.stats.opening_path``). `sides`: of the five sites; empty for all. `numbers`: games,
    and by seat twelfths of first places."""

    before = models.CharField(max_length=480, blank=True)
    players = models.PositiveSmallIntegerField()
    sides = models.CharField(max_length=5, blank=True)
    people = models.BooleanField()
    step = models.CharField(max_length=120)
    version = models.CharField(max_length=20)
    numbers = models.JSONField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["before", "players", "sides", "people", "step"], name="one_opening"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.before}{self.step}"


class OpeningGame(models.Model):
    """A rated game by its opening. `path`: all steps of that, packed into bytes, whose order is
    the same in every database; `twelfths`: of the first place, by seat, as hexadecimal digits."""

    game_id = models.CharField(max_length=12, primary_key=True)
    players = models.PositiveSmallIntegerField()
    sides = models.CharField(max_length=5)
    people = models.BooleanField()
    path = models.BinaryField()
    twelfths = models.CharField(max_length=4)

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(fields=["players", "people", "path"], name="opening_by_path"),
            models.Index(fields=["sides", "players", "people", "path"], name="opening_by_sides"),
        ]

    def __str__(self) -> str:
        return self.game_id


class ForecastMonth(models.Model):
    """How well the ratings forecast the games of a month (its first day), in a pool, with so many
    players: the sums of ``ratings.forecasts``. A row of no players says that the ledger of the
    month changed, and that the month is to be counted again."""

    month = models.DateField()
    pool = models.CharField(max_length=8, blank=True)
    players = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(default=0)
    loss = models.BigIntegerField("log loss, in millionths", default=0)
    even_loss = models.BigIntegerField("log loss of an even forecast", default=0)
    tenths = models.JSONField(default=list)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["month", "pool", "players"], name="one_forecast_month"),
        ]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} {self.pool} {self.players}"


class ForecastProgress(models.Model):
    """How far the ledger was looked at for forecasts; one row: the last fold, the last change."""

    fold = models.BigIntegerField(default=0)
    change = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.fold} {self.change}"
