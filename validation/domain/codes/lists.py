"""The codes that the platform and the response gate give; every other gate registers its own."""

from __future__ import annotations

from http import HTTPStatus

from validation.domain.codes.code import CodeList, with_plain_places
from validation.domain.codes.problems import PROBLEM_CODES
from validation.domain.event import EventType
from validation.domain.halt import HaltCause

FINDING_CODES = {
    "date_not_in_evidence": "A date that the evidence does not hold.",
    "emphasis_unclosed": "Markdown emphasis that is opened and not closed.",
    "ending_cut_off": "The response ends in the middle of a sentence.",
    "evidence_hidden": "The evidence hides text from its readers; it was not used.",
    "evidence_unchecked": "The evidence is longer than what is read.",
    "feature_not_in_evidence": "A feature that the evidence never mentions.",
    "fence_unclosed": "A code block that is opened and not closed.",
    "hedge_without_source": "Words such as usually or typically that no source says.",
    "heading_unspaced": "A heading without a blank behind its marks; readers see the marks.",
    "money_not_in_evidence": "An amount of money that the evidence does not hold and that does not follow from it.",
    "name_not_in_evidence": "A name that the evidence never mentions.",
    "nested_too_deep": "Quotes, lists or links are nested too deep to check every link.",
    "number_not_in_evidence": "A number that the evidence does not hold and that does not follow from it.",
    "paragraph_repeated": "A paragraph that stands twice.",
    "query_not_in_context": "Section 0 of the context does not hold the query that was sent beside it.",
    "query_unchecked": "The query is longer than what is read.",
    "quote_not_verbatim": "A quotation of five or more words that differs from the evidence.",
    "raw_url": "A bare URL instead of a Markdown link.",
    "response_hidden": "The response hides text from its readers; it was not used.",
    "rest_unchecked": "The response is longer than what is checked.",
    "section_out_of_order": "A heading of the context that is out of order, as an inserted one would be.",
    "section_repeated": "A section of the context that stands twice.",
    "source_missing": "A claim that needs a source and names none.",
    "source_ref_unknown": "A source_ref that the evidence does not hold.",
    "statement_contradicted": "A statement of which the evidence says the opposite.",
    "superlative_without_source": "A superlative that no source says.",
    "table_ragged": "A table whose rows have different numbers of cells.",
    "table_unruled": "A table without the line below its head.",
    "tag_cut": "A tag of HTML that is cut off before its closing bracket.",
    "time_not_in_evidence": "A clock time that the evidence does not hold.",
    "too_long": "The response is three times as long as the query asks for.",
    "url_not_in_evidence": "An address that the evidence does not hold.",
    "value_contradicted": "A value where the evidence holds another; the finding names it.",
    "value_outdated": "A value that only an older note holds, told as current.",
    "wall_of_text": "Over 150 words without a break, heading or list.",
}
CODE_LISTS = (
    *(
        CodeList(
            str(status),
            f"Problems: {status} {HTTPStatus(status).phrase}",
            {code: with_plain_places(sentence) for code, sentence in codes.items()},
        )
        for status, codes in PROBLEM_CODES.items()
    ),
    HaltCause.listed("halt", "Halts: why judging was not possible"),
    EventType.listed("event", "Events"),
    CodeList("finding", "Findings of the response gate", FINDING_CODES),
)
