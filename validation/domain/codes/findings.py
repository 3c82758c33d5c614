"""Findings of the evidence checker about a response or its context, with their messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from validation.domain.check import CheckName
from validation.domain.codes.code import NO_WORDINGS, Code
from validation.domain.finding import Finding, Severity

_CERTAIN, _LIKELY = Severity.CERTAIN, Severity.LIKELY
_FORM, _INVENTED = (_CERTAIN, CheckName.COHERENT_FORMAT), (_CERTAIN, CheckName.NO_HALLUCINATIONS)
_UNKNOWN, _UNSUPPORTED = (_LIKELY, CheckName.NO_HALLUCINATIONS), (_LIKELY, CheckName.CLAIMS_SUPPORTED)
_UNCHECKED = (_CERTAIN, CheckName.CLAIMS_SUPPORTED)
_ABSENT = "{value} does not appear in the evidence."
_INSTEAD = {
    "instead": "{value} does not appear in the evidence; replace it with {right}: section {section}: “{quote}”."
}


class FindingCode(Code):
    """`severity` is the default; `check` is the check that the finding concerns."""

    severity: Severity
    check: CheckName

    def __new__(
        cls, value: str, kind: tuple[Severity, CheckName], meaning: str, wordings: Mapping[str, str] = NO_WORDINGS
    ) -> Self:
        code = str.__new__(cls, value)
        code._value_, code.meaning, code.next_step, code.wordings = value, meaning, "", wordings
        code.severity, code.check = kind
        return code

    # fmt: off
    DATE_NOT_IN_EVIDENCE = "date_not_in_evidence", _UNKNOWN, _ABSENT, _INSTEAD
    EMPHASIS_UNCLOSED = "emphasis_unclosed", _FORM, "A mark within a line is opened and never closed.", {
        "code": "Code is opened with a backtick and never closed.",
        "struck": "Struck-out text is opened and never closed.",
        "emphasis": "Bold or italic text is opened and never closed.",
        "tag": "The tag <{name}> is opened and never closed.",
    }
    ENDING_CUT_OFF = "ending_cut_off", _FORM, "The response ends abruptly: {reason}."
    EVIDENCE_HIDDEN = (
        "evidence_hidden", _UNSUPPORTED,
        "The evidence hides text from its readers ({kinds}). It was not used; check the source.",
    )
    EVIDENCE_UNCHECKED = (
        "evidence_unchecked", _UNCHECKED,
        "{characters:,} characters of evidence were not read; send at most {limit:,} in sections 2 and 4.",
    )
    FEATURE_NOT_IN_EVIDENCE = "feature_not_in_evidence", _UNKNOWN, "The evidence never mentions “{words}”."
    FENCE_UNCLOSED = "fence_unclosed", _FORM, "A code block is opened and never closed."
    GOALS_UNSCORED = (
        "goals_unscored", _UNCHECKED,
        "Section 3 lists {number} goals; at most {limit} are scored. List fewer.",
    )
    HEADING_UNSPACED = "heading_unspaced", _FORM, "Write a blank between the # and the heading."
    HEDGE_WITHOUT_SOURCE = "hedge_without_source", _UNKNOWN, "No source says “{words}”."
    MONEY_NOT_IN_EVIDENCE = "money_not_in_evidence", _INVENTED, _ABSENT, _INSTEAD
    NAME_NOT_IN_EVIDENCE = "name_not_in_evidence", _UNKNOWN, "The evidence never mentions “{words}”."
    NESTED_TOO_DEEP = (
        "nested_too_deep", _INVENTED,
        "Quotes, lists or links are nested too deep to check every link; write it flatter.",
    )
    NUMBER_NOT_IN_EVIDENCE = "number_not_in_evidence", _UNKNOWN, _ABSENT, _INSTEAD
    PARAGRAPH_REPEATED = (
        "paragraph_repeated", (_LIKELY, CheckName.COHERENT_FORMAT),
        "This paragraph repeats an earlier one word for word.",
    )
    QUERY_NOT_IN_CONTEXT = (
        "query_not_in_context", _UNCHECKED,
        "Section 0 does not hold the query as it was sent; write it there word for word.",
    )
    QUERY_UNCHECKED = (
        "query_unchecked", (_CERTAIN, CheckName.QUERY_ADDRESSED),
        "The query was not read to its end; send at most {limit:,} characters in section 0.",
    )
    QUOTE_NOT_VERBATIM = (
        "quote_not_verbatim", _INVENTED,
        "“{quote}” is shown as a quotation but the evidence does not have it word for word.",
    )
    RAW_URL = "raw_url", _FORM, "Bare URL; make it a Markdown link: {url}", {
        "no_text": "A link has no text to click on; write it between the brackets.",
    }
    RESPONSE_HIDDEN = "response_hidden", _FORM, "Readers do not see this {kind}; write it out or delete it."
    REST_UNCHECKED = (
        "rest_unchecked", _UNCHECKED,
        "Only the first {checked:,} of {length:,} characters were checked; nothing is known of the {rest}. Send it in "
        "parts of at most {claims:,} statements and {characters:,} characters.",
    )
    SECTION_OUT_OF_ORDER = (
        "section_out_of_order", _UNCHECKED,
        'The context heading "{title}" is out of order; send each section once, in order.',
        {"in_query": 'The query holds the heading "{title}"; escape headings in section 0.'},
    )
    SECTION_REPEATED = (
        "section_repeated", _UNCHECKED,
        'The context heading "{title}" appears twice; send each section once, in order.',
    )
    SOURCE_MISSING = (
        "source_missing", (_LIKELY, CheckName.SOURCE_METADATA_PRESENT),
        "No url or source_ref is given for “{claim}”.",
        {"price": "The price {price} is shown without the url that the evidence has for it."},
    )
    SOURCE_REF_UNKNOWN = (
        "source_ref_unknown", _INVENTED, "The source reference {reference} resolves to nothing in the evidence."
    )
    STATEMENT_CONTRADICTED = (
        "statement_contradicted", _UNSUPPORTED, "The evidence says the opposite: section {section}: “{quote}”."
    )
    SUPERLATIVE_WITHOUT_SOURCE = "superlative_without_source", _UNSUPPORTED, "No source says “{words}”."
    TABLE_RAGGED = "table_ragged", _FORM, "A table row has {cells} cells where the header has {width}.", {
        "rule": "The line under the table's header has {cells} cells where the header has {width}.",
    }
    TABLE_UNRULED = "table_unruled", _FORM, "A table lacks its header or the line |---| under it; add both."
    TAG_CUT = "tag_cut", _FORM, "The {what} is cut off; close it with its bracket."
    TEXT_DISGUISED = (
        "text_disguised", _INVENTED, "Readers see “{shown}”; write it without marks or other characters inside.", {
            "figure": "“{shown}” cannot be read safely as a number; write it in plain digits.",
            "denial": "“{shown}” cannot be read safely; say it in a plain sentence.",
            "unseen": "Invisible characters say “{shown}” to programs; remove them.",
        },
    )
    TIME_NOT_IN_EVIDENCE = "time_not_in_evidence", _INVENTED, _ABSENT, _INSTEAD
    URL_NOT_IN_EVIDENCE = "url_not_in_evidence", _INVENTED, "{url} does not appear in the evidence.", {
        "same_site": "{url} does not appear in the evidence; the evidence holds {other} of the same site.",
    }
    VALUE_CONTRADICTED = (
        "value_contradicted", _UNSUPPORTED, "Replace {value} with {right}: section {section}: “{quote}”.",
        {"of_entity": "Replace {value} with {right}: section {section}, {entity}: “{quote}”."},
    )
    WALL_OF_TEXT = "wall_of_text", _FORM, "{words} words without a break; the limit is {limit}."
    # fmt: on

    def at(
        self,
        start: int,
        end: int,
        wording: str = "",
        /,
        *,
        claim_id: str | None = None,
        severity: Severity | None = None,
        **fields: object,
    ) -> Finding:
        message = self.sentence(wording, **fields)
        return Finding(self.value, severity or self.severity, self.check, start, end, message, claim_id)
