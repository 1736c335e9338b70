"""Models of the record, a module for what belongs together.

``AppendOnly`` is the base of rows that are written once. A model never calls a service.
"""

from games.models.account import (
    Account,
    ApiToken,
    ClosedAccount,
    Intake,
    SignUpInvitation,
    VerifiedMailbox,
)
from games.models.attestation import Attestation, Dispute, SeatClaim, Seating
from games.models.decision import StandingDecision
from games.models.discrepancy import (
    Discrepancy,
    DiscrepancyChoice,
    DiscrepancyVerdict,
    LogMark,
    Which,
)
from games.models.edition import Edition, NumberConfirmation, NumberProposal
from games.models.facts import GameFacts, SeatFacts
from games.models.game import Game, Identity, Note, Seat, Standing
from games.models.moderation import GameDecision, ModeratorAction, Pattern, Report, ReportAnswer
from games.models.notice import CATEGORIES, Notice, NoticeWishes, StandingConfirmation
from games.models.player import HiddenName, Merge, Player
from games.models.saved_search import SavedSearch
from games.models.search_block import SearchBlock, SearchPlane
from games.models.upload import (
    Bundle,
    Channel,
    Draft,
    DraftHand,
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
    "Discrepancy",
    "DiscrepancyChoice",
    "DiscrepancyVerdict",
    "Dispute",
    "Draft",
    "DraftHand",
    "Edition",
    "Game",
    "GameDecision",
    "GameFacts",
    "HiddenName",
    "Identity",
    "Intake",
    "LogMark",
    "Merge",
    "ModeratorAction",
    "Note",
    "Notice",
    "NoticeWishes",
    "NumberConfirmation",
    "NumberProposal",
    "Pattern",
    "Player",
    "Report",
    "ReportAnswer",
    "SavedSearch",
    "SearchBlock",
    "SearchPlane",
    "Seat",
    "SeatClaim",
    "SeatFacts",
    "Seating",
    "SignUpInvitation",
    "Standing",
    "StandingConfirmation",
    "StandingDecision",
    "Status",
    "Submission",
    "Upload",
    "Verdict",
    "Verification",
    "VerifiedMailbox",
    "Which",
]
