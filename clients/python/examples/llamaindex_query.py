"""A LlamaIndex query engine whose answers pass the gate, with the nodes it used as documents.

`ScriptedLLM` stands in for your model: it invents an opening hour at first, and uses the right one from the hints.
"""

from __future__ import annotations

import uuid
from typing import Any

from countersign_client import Attempt, Client, Document, Draft, Guarded
from llama_index.core import Document as IndexedDocument
from llama_index.core import SummaryIndex
from llama_index.core.base.response.schema import Response
from llama_index.core.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata
from llama_index.core.node_parser import SentenceSplitter

HOURS = "The museum opens at 10:00 on Sundays. On Mondays it is closed."
QUESTION = "When does the museum open on Sundays?"


class ScriptedLLM(CustomLLM):
    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="scripted")

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        hour = "10:00" if "Correct this" in prompt else "08:00"
        return CompletionResponse(text=f"The museum opens at {hour} on Sundays (source_ref: hours#1).")

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        raise NotImplementedError


def draft_of(turn_id: str, question: str, response: Response) -> Draft:
    """The answer with its source nodes, numbered because several may be from one document."""
    documents = [
        Document(id=f"{found.node.ref_doc_id}#{number}", text=found.node.get_content())
        for number, found in enumerate(response.source_nodes, 1)
    ]
    messages = [{"role": "user", "content": question}]
    return Draft(turn_id=turn_id, messages=messages, documents=documents, response_md=str(response))


def answer(client: Client) -> Guarded:
    splitter = SentenceSplitter(chunk_size=16, chunk_overlap=0)  # two nodes of one document
    index = SummaryIndex.from_documents([IndexedDocument(text=HOURS, id_="hours")], transformations=[splitter])
    engine = index.as_query_engine(llm=ScriptedLLM())
    turn_id = f"museum_{uuid.uuid4().hex[:8]}"

    def revise(_draft: Draft, attempt: Attempt) -> Draft:
        again = engine.query(f"{QUESTION}\nCorrect this: {attempt.hints}")
        return draft_of(turn_id, QUESTION, again)  # type: ignore[arg-type]

    return client.guard(draft_of(turn_id, QUESTION, engine.query(QUESTION)), revise)  # type: ignore[arg-type]


if __name__ == "__main__":
    with Client() as connected:
        end = answer(connected)
        print(" -> ".join(str(attempt.route) for attempt in end.attempts))
        print(end.text)
