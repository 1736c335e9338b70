"""The records: a module for what belongs together."""

from games.models.account import Account, ApiToken, ClosedAccount, Intake, SignUpInvitation
from games.models.attestation import Attestation, Dispute
from games.models.game import Game, Identity, Seat, Standing
from games.models.moderation import ModeratorAction
from games.models.note import Note
from games.models.notice import CATEGORIES, Notice, NoticeWishes, StandingConfirmation
from games.models.player import Merge, Player
from games.models.seating import SeatClaim, Seating
from games.models.upload import (
    Bundle,
    Channel,
    Status,
    Submission,
    Upload,
    Verdict,
    Verification,
)

__all__ = [
    "CATEGORIES",
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
    "Notice",
    "NoticeWishes",
    "Player",
    "Seat",
    "SeatClaim",
    "Seating",
    "SignUpInvitation",
    "Standing",
    "StandingConfirmation",
    "Status",
    "Submission",
    "Upload",
    "Verdict",
    "Verification",
]
