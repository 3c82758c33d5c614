"""The parts of the API in the order in which a newcomer meets them, and what each is for."""

from __future__ import annotations

_TAGS = {
    "attempts": "Submit a draft and get its decision: start here.",
    "turns": "All attempts of one turn.",
    "events": "What happened since a position, and webhooks that are told of it.",
    "interventions": "The review desk: what waits for a person, and rulings.",
    "query analyses": "The gate before retrieval: is the query understood?",
    "retrievals": "The gate after retrieval: do the chunks hold the answer?",
    "orchestration": "Checks of what is delegated to subagents and of what they return.",
    "beliefs": "Statements with a computed confidence, and the sources that they cite.",
    "guardrails": "The response gate as LiteLLM and agentgateway call it.",
    "principles": "What revisions taught, for the synthesis of a query like the one given.",
    "policies": "Thresholds: read, try on stored verdicts, publish, roll back.",
    "pipelines": "Settings of the key's own pipeline.",
    "notifications": "Who is told of new work, and where.",
    "stats": "Figures on decisions, checks and calibration.",
    "audits": "Decisions that people answer blind.",
    "trust": "How many approvals were wrong, and which threshold can be certified.",
    "comparisons": "Two judges, prompts or policies on the same cases.",
    "export": "Attempts, interventions and labelled audits as files.",
}
TAGS = [{"name": name, "description": description} for name, description in _TAGS.items()]
