"""Players of the example league. None of these is real."""

from typing import Final

GAMES: Final = 300
"""That have been played, unless the caller asks for another number."""

MODERATOR: Final = "moderator"
CLUB: Final = "thursday-club"
"""The account by which the club's arbiter uploads."""

SKILLS: Final = {
    "hemiunu": 0.75, "nitocris": 0.72, "rekhmire": 0.68, "tiye": 0.66, "senmut": 0.64,
    "ankhesen": 0.62, "userkaf": 0.6, "sitre": 0.58, "bakari": 0.56, "merneith": 0.54,
    "djedi": 0.52, "neferu": 0.5, "ipuki": 0.48, "heqet": 0.46, "sahure": 0.44,
    "meresankh": 0.42, "kawab": 0.4, "tausret": 0.38, "pentu": 0.37, "iset": 0.35,
    "horwedja": 0.32, "mutnofret": 0.3, "nakht": 0.27, "wosret": 0.23, "teti": 0.2,
    "meryre": 0.18, "amunet": 0.15, "khepri": 0.12, "ramose": 0.09, "nebet": 0.07,
}  # fmt: skip
"""Handles, and how often each finds the move that gains most; otherwise any legal one."""

GUESTS: Final = {"Old Pepi": 0.4, "Aunt Henut": 0.3, "Ben from Thebes": 0.5, "Little Anen": 0.05}
"""Names as the club's arbiter writes them."""
