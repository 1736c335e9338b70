"""The records, a module each."""

from games.models.account import Account
from games.models.attestation import Attestation, Dispute
from games.models.closed import ClosedAccount
from games.models.game import Game, Seat, Standing
from games.models.identity import Identity
from games.models.intake import Intake
from games.models.invitation import SignUpInvitation
from games.models.merge import Merge
from games.models.moderation import ModeratorAction
from games.models.note import Note
from games.models.player import Player
from games.models.seating import SeatClaim, Seating
from games.models.token import ApiToken
from games.models.upload import Bundle, Channel, Status, Submission, Upload
from games.models.verification import Verdict, Verification

__all__ = [
    "Account",
    "ApiToken",
    "Attestation",
    "Bundle",
    "Channel",
    "ClosedAccount",
    "Dispute",
    "Game",
    "Identity",
    "Intake",
    "Merge",
    "ModeratorAction",
    "Note",
    "Player",
    "Seat",
    "SeatClaim",
    "Seating",
    "SignUpInvitation",
    "Standing",
    "Status",
    "Submission",
    "Upload",
    "Verdict",
    "Verification",
]
