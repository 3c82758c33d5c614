"""What is stored. One model a file; rules stay in `domain`, writes in `actions`, reads in `queries`."""

from validation.models.audit import AuditChain, AuditEvent
from validation.models.comment import Comment, Mention
from validation.models.intervention import Intervention, Occurrence, RulingRecord
from validation.models.operations.circuit import CircuitRecord
from validation.models.operations.heartbeat import Heartbeat
from validation.models.operations.held_prompt import HeldPrompt
from validation.models.operations.judge_call import JudgeCall
from validation.models.operations.notification import NotificationRecord, NotificationTarget
from validation.models.operations.tally import Tally, TallySpan
from validation.models.orchestration import (
    ActiveSession,
    Preflight,
    PreflightError,
    PreflightText,
    ReturnError,
    ReturnProfile,
    ReturnRecord,
    ReturnText,
    TodoSnapshot,
)
from validation.models.outbox import Delivery, Event, FeedSequence, Webhook
from validation.models.pipeline import ApiKey, Pipeline, SignInLink
from validation.models.policy import Policy
from validation.models.query_analysis import (
    EarlierValidation,
    IssueTopic,
    QueryAnalysisIssue,
    QueryAnalysisRecord,
    QueryAnalysisText,
)
from validation.models.response.attempt import Attempt, AttemptText, IdempotencyRecord
from validation.models.response.judgement import (
    CheckRecord,
    ClaimRecord,
    FindingRecord,
    GoalScore,
    Judgement,
    JudgementText,
    RequirementRecord,
)
from validation.models.response.memory import MemoryCandidate
from validation.models.response.principle import ImprovementPrinciple
from validation.models.response.turn import Turn
from validation.models.saved_view import SavedView
from validation.models.trust.audit_item import AuditItem, Opinion, OpinionCheck, UnsupportedSentence
from validation.models.trust.comparison import ComparedItem, Comparison
from validation.models.trust.drift import DailyFigure, DriftPoint
from validation.models.trust.gold import GoldItem
from validation.models.trust.prompt import PromptVersion
