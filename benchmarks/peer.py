"""`make peer`: the LLM path against a model server nobody here wrote, llama-cpp-python's, with a tiny random model.

Opt-in, because the server is compiled at installation. Prints one line a fact and exits with 1 when one does not hold.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from benchmarks.measure import wait_until_up
from tests import servers
from tests.texts import CONTEXT, GOOD
from validation.context_md.parser import parse
from validation.domain.halt import HaltCause, Halted
from validation.evidence.check_response import check_response
from validation.judge.budget import estimate_tokens
from validation.judge.probe import probe
from validation.judge.protocol import LlmCallFailed, LlmRequest
from validation.judge.reply import read_json_object
from validation.judge.structured import Structured
from validation.judge.vllm import VllmJudge
from validation.response.gate import rubric

ROOT = Path(__file__).resolve().parent.parent
WINDOW = 16_384
UP_WITHIN_S = 180.0
SEEDS = 4


@contextmanager
def peer_server(python: Path, folder: Path) -> Iterator[str]:
    """The server as a process of its own; its address."""
    model, port = folder / "random.gguf", servers.free_port()
    subprocess.run([python, ROOT / "benchmarks" / "peer_model.py", model], check=True)
    command = [python, "-m", "llama_cpp.server", "--model", model, "--port", port, "--n_ctx", WINDOW]
    command += ["--model_alias", "random"]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen([str(part) for part in command], stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}"
        judge = VllmJudge(base_url=address, model="random")
        wait_until_up(
            lambda: not isinstance(judge.served_models(), str), process, folder / "server.log", within_s=UP_WITHIN_S
        )
        judge.close()
        yield address
    finally:
        process.terminate()
        process.wait()


def question() -> LlmRequest:
    """What the response gate asks about the response of the tests; a random model needs more room than a real one."""
    document = parse(CONTEXT)
    report = check_response(document, GOOD, ())
    draft = rubric.CheckedDraft(document, GOOD, (), report)
    ask = rubric.render(draft, count_tokens=estimate_tokens, deadline=300.0)
    return replace(ask, max_tokens=3_000)


def it_is_usable_as_advised(judge: VllmJudge) -> str:
    report = probe(judge)
    for step in report.steps:
        print(f"    {step.name}: {step.ok}, {step.detail} ({step.elapsed_ms} ms)")
    assert report.structured is Structured.JSON_OBJECT, report
    assert report.usable, report.advice
    return "the probe finds models, round trip and the way of telling the schema"


def a_constrained_verdict_parses(judge: VllmJudge) -> str:
    """Each reply has the schema's shape. A number out of bounds, which this server lets pass, is refused."""
    read, refused = [], []
    for seed in range(SEEDS):
        answer = judge.ask(replace(question(), seed=seed))
        assert read_json_object(answer.text).keys() == question().schema["properties"].keys(), answer.text
        try:
            read.append(rubric.read_verdict(answer.text, ()))
        except Halted as halted:
            refused.append(halted.halt.message)
    assert read, refused
    assert all("confidence" in refusal for refusal in refused), refused
    took = f"the last of {answer.record.tokens_in} + {answer.record.tokens_out} tokens"
    decisions = ", ".join(f"{verdict.decision} {verdict.confidence:.2f}" for verdict in read)
    return f"{len(read)} of {SEEDS} replies are verdicts ({decisions}), {len(refused)} refused for a number; {took}"


def a_cut_reply_is_recognised(judge: VllmJudge) -> str:
    failed = _failure(judge, replace(question(), max_tokens=20))
    assert failed.halt.cause is HaltCause.JUDGE_TRUNCATED, failed.halt
    assert failed.record.tokens_out == 20, failed.record
    return f"20 tokens halt as {failed.halt.cause}, with the tokens spent"


def too_long_a_question_is_recognised(judge: VllmJudge) -> str:
    failed = _failure(judge, replace(question(), user="word " * WINDOW))
    assert failed.halt.cause is HaltCause.CONTEXT_TOO_LONG, failed.halt
    return f"a question over the window halts as {failed.halt.cause}: {failed.halt.message[:90]}"


def free_text_is_no_verdict(judge: VllmJudge) -> str:
    loose = VllmJudge(base_url=judge.root, model="random", structured=Structured.NONE, call_timeout=280.0)
    try:
        rubric.read_verdict(loose.ask(replace(question(), max_tokens=200)).text, ())
    except Halted as halted:
        return f"without a schema its words halt as {halted.halt.cause}"
    finally:
        loose.close()
    raise AssertionError("babble was read as a verdict")


def a_closed_port_is_unavailable(judge: VllmJudge) -> str:
    away = VllmJudge(base_url=f"http://127.0.0.1:{servers.free_port()}", model="random")
    failed = _failure(away, replace(question(), deadline=2.0))
    away.close()
    assert failed.halt.cause is HaltCause.JUDGE_UNAVAILABLE, failed.halt
    return f"nobody there halts as {failed.halt.cause}"


def _failure(judge: VllmJudge, ask: LlmRequest) -> LlmCallFailed:
    try:
        judge.ask(ask)
    except LlmCallFailed as failed:
        return failed
    raise AssertionError("it answered")


FACTS: tuple[Callable[[VllmJudge], str], ...] = (
    it_is_usable_as_advised,
    a_constrained_verdict_parses,
    a_cut_reply_is_recognised,
    too_long_a_question_is_recognised,
    free_text_is_no_verdict,
    a_closed_port_is_unavailable,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, default=ROOT / ".peer" / "bin" / "python", help="has llama-cpp-python")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, peer_server(options.python, Path(folder)) as address:
        judge = VllmJudge(base_url=address, model="random", structured=Structured.JSON_OBJECT, call_timeout=280.0)
        for fact in FACTS:
            try:
                print(f"holds: {fact(judge)}", flush=True)
            except (AssertionError, Halted) as reason:
                failed += 1
                print(f"DOES NOT HOLD: {fact.__name__}: {reason}", flush=True)
        judge.close()
    print(f"{len(FACTS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
