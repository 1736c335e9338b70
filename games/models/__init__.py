"""The records: a module for what belongs together."""

from games.models.account import Account, ApiToken, ClosedAccount, Intake, SignUpInvitation
from games.models.attestation import Attestation, Dispute
from games.models.draft import Draft, DraftHand
from games.models.game import Game, Identity, Seat, Standing
from games.models.moderation import ModeratorAction
from games.models.note import Note
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
    "Account",
    "ApiToken",
    "Attestation",
    "Bundle",
    "Channel",
    "ClosedAccount",
    "Dispute",
    "Draft",
    "DraftHand",
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
