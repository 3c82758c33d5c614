"""What is stored about beliefs and their sources. Rules stay in `domain`, writes in `actions`, reads in `queries`."""

from beliefs.models.audit_run import AuditRun, UnreadableFile
from beliefs.models.belief import BeliefHistory, BeliefLink, BeliefRecord, BeliefVectors
from beliefs.models.source import Source, SourceVectors
