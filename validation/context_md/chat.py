"""Builds the context.md of a chat log: section 0 is the last user message, section 2 the documents and what earlier
turns contributed, section 4 the tool results of this turn.

Earlier assistant messages are not evidence, or an invention could support itself in the next turn; they are in section
1, for people to read. A message marked as memory is evidence, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from validation.context_md.embed import embed_text, one_line, quote_text, source_ref
from validation.context_md.stated import without_questions
from validation.domain.context import LONGEST_REF
from validation.domain.gateway.chat import TOOL_ROLES, ChatMessage, ChatRole, Document, ToolCall
from validation.domain.text.visible import is_visible

_LONGEST_TITLE = 160
_LONGEST_CALL = 2_000


def has_query(messages: Sequence[ChatMessage]) -> bool:
    """Whether the last user message, which becomes section 0, has visible text."""
    asked = _last_query(messages)
    return asked >= 0 and is_visible(messages[asked].text)


def build_context(messages: Sequence[ChatMessage], documents: Sequence[Document] = ()) -> str:
    """Returns the context.md. Without a user message it has no section 0, and validation rejects it."""
    asked = _last_query(messages)
    names = {document.id for document in documents} | {message.tool_call_id for message in messages}
    builder = _Builder(
        {call.id: call for message in messages for call in message.tool_calls if call.id},
        kept=frozenset(name for name in names if name and source_ref(name) == name),
    )
    earlier = [] if asked < 0 else messages[:asked]
    sections = [
        ("0. User Query", [quote_text(messages[asked].text)] if has_query(messages) else []),
        ("1. Query Analysis: the conversation so far, no evidence", list(_dialogue(earlier))),
        ("2. Gathered Context", [*builder.documents(documents), *builder.memory(earlier)]),
        ("4. Execution Progress", list(builder.results(messages[asked + 1 :]))),
    ]
    written = [f"## {title}\n\n" + "\n\n".join(parts) for title, parts in sections if parts]
    evidence = ", ".join(title[0] for title, parts in sections if parts and title[0] in "24") or "none"
    return f"# Context Document\n\n<!-- evidence: {evidence} -->\n\n" + "\n\n".join(written) + "\n"


def _last_query(messages: Sequence[ChatMessage]) -> int:
    return max((index for index, message in enumerate(messages) if message.role is ChatRole.USER), default=-1)


def _dialogue(earlier: Sequence[ChatMessage]) -> Iterator[str]:
    for message in earlier:
        if message.role in (ChatRole.USER, ChatRole.ASSISTANT) and message.text.strip():
            yield f"**{message.role.title()}:**\n\n{quote_text(message.text)}"


@dataclass
class _Builder:
    """Writes items with unique references. Those in `kept` are ids as they were sent, which no other item gets."""

    calls: dict[str, ToolCall]
    kept: frozenset[str]
    taken: set[str] = field(default_factory=set)
    suffixes: dict[str, int] = field(default_factory=dict)

    def documents(self, documents: Sequence[Document]) -> Iterator[str]:
        for number, document in enumerate(documents, 1):
            ref = self._ref(document.id, f"document_{number}")
            url = f"**Source:** {one_line(document.url)}" if document.url else ""
            yield _item(document.title or "Document", ref, url, document.text)

    def memory(self, earlier: Sequence[ChatMessage]) -> Iterator[str]:
        """Earlier user messages and tool results. Questions are dropped, since they state nothing."""
        for number, message in enumerate(earlier, 1):
            counts = message.memory if message.memory is not None else message.role in (ChatRole.USER, *TOOL_ROLES)
            stated = without_questions(message.text) if message.role is ChatRole.USER else message.text
            if not counts or not stated.strip():
                continue
            if message.role in TOOL_ROLES:
                yield self._result(message, number, memory=True)
            else:
                ref = self._ref(f"memory:message_{number}", "")
                yield _item(f"Memory: earlier {message.role} message", ref, "", stated)

    def results(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        for number, message in enumerate(messages, 1):
            if message.role in TOOL_ROLES and message.text.strip():
                yield self._result(message, number, memory=False)

    def _result(self, message: ChatMessage, number: int, *, memory: bool) -> str:
        call = self.calls.get(message.tool_call_id)
        name = message.name or (call.name if call else "") or "tool"
        ref = self._ref(message.tool_call_id, f"{'memory:' if memory else ''}{source_ref(name) or 'tool'}_{number}")
        command = f"**Command:** `{one_line(f'{call.name} {call.arguments}')[:_LONGEST_CALL]}`" if call else ""
        title = f"{'Memory: earlier result of' if memory else 'Result of'} {name}"
        return _item(title, ref, command, message.text)

    def _ref(self, name: str, otherwise: str) -> str:
        """A unique reference. The last suffix of a name is stored, so that many equal names take linear time."""
        wanted = ref = source_ref(name) or otherwise
        while ref in self.taken or (ref in self.kept and ref != name):
            self.suffixes[wanted] = self.suffixes.get(wanted, 1) + 1
            suffix = f"_{self.suffixes[wanted]}"
            ref = wanted[: LONGEST_REF - len(suffix)] + suffix
        self.taken.add(ref)
        return ref


def _item(title: str, ref: str, label: str, text: str) -> str:
    heading = f"### {one_line(title)[:_LONGEST_TITLE].strip(' #')} (source_ref: {ref})"
    return "\n\n".join(part for part in (heading, label, embed_text(text, ref)) if part)
