"""Why judging was not possible (DESIGN, section 7). A halt is not a decision and never counts as pass or fail."""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.codes.code import Code

_RECOVERS = "It is judged again by itself once the judge answers. An admin can test the judge under Settings."
_AGAIN = "Judge it again. If it halts again, rule on it yourself."
_READ_IT = "Judging again cannot help: read it and rule on it yourself."
_RESEND = "If judging broke off, judge it again. A text that cannot be read must be handed in again, well-formed."


class HaltCause(Code):
    # fmt: off
    JUDGE_UNAVAILABLE = "judge_unavailable", "The judge is away, so nothing is judged until it answers.", _RECOVERS, {
        "unreachable": "The judge cannot be reached: {problem}.",
        "status": "The judge answered {status}: {said}",
        "refused": "The judge refused the request with {status}: {said}",
        "refused_key": "The judge refused the request with {status}: {said} Check the API key.",
        "refused_model": "The judge refused the request with {status}: {said} Check the model's name: probe the judge "
        "for what is served.",
        "refused_url": "The judge refused the request with {status}: {said} Check the URL: it should end in /v1.",
        "redirected": "The judge answered {status}. Redirects are not followed: set the URL to the one that answers.",
        "gave_up": "The server gave up on the reply (finish_reason {reason}).",
        "error_as_reply": "The judge answered with an error in a 200 reply: {said}",
        "not_json": "The server answered with {kind} instead of a completion. Check the URL: something else may answer "
        "there.",
        "paused": "The judge is not asked for {seconds:.0f} s after {failures} failures in a row; the last: {last}",
        "own_models": "The models of this gate cannot be used. {problem}",
    }
    JUDGE_TIMEOUT = "judge_timeout", "The judge took too long, and a user waits.", _RECOVERS, {
        "late": "The judge did not finish its answer within {seconds:g} s.",
    }
    JUDGE_TRUNCATED = "judge_truncated", "The judge's answer was cut off.", _AGAIN, {
        "cut_off": "The reply was cut off after {tokens} tokens.",
        "reasoning": "The reply was cut off after {tokens} tokens: reasoning used up all of them. Turn thinking off "
        "for this model.",
    }
    JUDGE_REFUSED = "judge_refused", "The judge refused to answer, and a user waits.", _AGAIN, {
        "refused": "The judge refused: {said}",
        "filtered": "The judge's content filter stopped the reply.",
    }
    VERDICT_MALFORMED = "verdict_malformed", "The judge's answer could not be read.", _AGAIN, {
        "no_completion": "The reply is JSON, but not a completion object.",
        "no_choices": "The reply holds no choices.",
        "several_choices": "The reply holds {count} choices; one was asked for.",
        "no_message": "The reply's first choice has no message.",
        "only_reasoning": "The reply has no content, only reasoning: the server keeps a reasoning model's answer "
        "apart. Turn thinking off for this model.",
        "tool_call": "The reply asks for a tool instead of answering.",
        "abnormal_end": "The reply did not end normally (finish_reason {reason}).",
        "oversized": "The reply is larger than {limit} bytes.",
        "empty": "The reply is empty.",
        "fenced": "The reply is fenced instead of bare JSON.",
        "too_deep": "The reply is nested too deeply.",
        "other_words": "The reply starts with other words: {problem} at character {place}.",
        "incomplete": "The reply is not complete JSON: {problem} at character {place}.",
        "unreadable": "The reply cannot be read: {problem}.",
        "not_object": "The reply is JSON, but {kind} instead of an object.",
        "second_value": "The reply holds a second JSON value.",
        "more_words": "Words follow the JSON object.",
        "schema": "The reply breaks its schema at {place}: {problem}.",
        "other_goals": "The verdict scores other goals than the query has: {goals}.",
        "advice_empty": "{field} is empty.",
        "advice_long": "{field} is longer than {limit} characters.",
        "advice_markup": "{field} holds markup or an address; advice is plain words.",
    }
    VERDICT_INCONSISTENT = "verdict_inconsistent", "The judge's answer contradicts itself.", _AGAIN, {
        "approves_failing": "The verdict is APPROVE, yet it fails {checks}.",
        "approves_unjudged": "The verdict is APPROVE, yet none of its checks applies, so nothing was judged.",
        "other_band": "The verdict is {decision}, yet its confidence {confidence} lies in the band of {band}, two or "
        "more bands away.",
        "no_issue": "The verdict is {decision}, yet it names no issue and fails no check.",
        "pass_objects": "The status is pass, but issues or retry_guidance are given.",
        "retry_unguided": "The status is retry, but retry_guidance is empty.",
        "clarify_unasked": "The status is clarify, but clarification_question is missing.",
        "question_unneeded": "The status is {status}, but a clarification_question is given.",
    }
    INPUT_MALFORMED = "input_malformed", "What was handed in could not be read or judged.", _RESEND, {
        "not_unicode": "The texts to judge hold characters that are not Unicode text.",
        "analysis_not_object": "The analysis is {kind} instead of an object; phase 1 must write a JSON object.",
        "never_ended": "Judging began {tries} times and never ended: its workers died or stalled.",
        "broke": "Judging broke {tries} times, last with {error}. The log holds the trace.",
        "stalled": "Judging stalled: it took over {seconds:.0f} s. The log may say why.",
    }
    CONTEXT_TOO_LONG = "context_too_long", "Too long to be judged, so only a person can, and a user waits.", _READ_IT, {
        "over_window": "The request is too long for the model: {said}",
        "no_room": "Query and response leave no room for evidence in {limit} tokens.",
        "over_budget": "Query and response alone take {used} of the judge's {limit} tokens.",
        "cpu": "Judging took over {seconds:g} s of CPU. Shorten the context or the response.",
    }
    # fmt: on

    def halt(self, wording: str, /, **fields: object) -> Halt:
        return Halt(self, self.sentence(wording, **fields))


TRANSIENT = frozenset({HaltCause.JUDGE_UNAVAILABLE, HaltCause.JUDGE_TIMEOUT})
"""Causes that pass when the judge recovers; their attempts are requeued then."""


@dataclass(frozen=True, slots=True)
class Halt:
    cause: HaltCause
    message: str

    @classmethod
    def of(cls, cause: str, message: str) -> Halt | None:
        """The halt stored in a row; None without a cause."""
        return cls(HaltCause(cause), message) if cause else None


class Halted(Exception):
    """Judging stopped; has the halt and the judge's reply, if any, so that it can be stored."""

    def __init__(self, halt: Halt, *, raw_reply: str = "") -> None:
        super().__init__(halt.message)
        self.halt = halt
        self.raw_reply = raw_reply
