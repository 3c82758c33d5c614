"""What is stored about retrievals. Rules stay in `domain`, writes in `actions`, reads in `queries`."""

from retrieval.models.feedback import RetrievalFeedback
from retrieval.models.retrieval import Retrieval, RetrievalText, StoredResult
from retrieval.models.vector import CachedVector
