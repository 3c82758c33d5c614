"""The LLM path under load, as part of `make bench` or alone: `python -m benchmarks.llm`.

A scripted server answers every question after 400 ms. The response gate judges in threads and processes as a `judging`
worker does; wall time is held against the ideal (rounds times 400 ms), processor time is that of these processes alone:
evidence checker, prompt, HTTP client and decision. Beside it the client alone, without the gate. What the processor
time alone allows is printed too: on a machine with other work it says more than the clock.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.synchronize import Barrier

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")

from config.workers.processes import split_in_flight
from tests.judge.questions import question
from tests.llm_server.process import LlmServer, running_llm_server
from tests.texts import CONTEXT, GOOD
from validation.domain.attempt import Submission
from validation.domain.policy import ResponsePolicy
from validation.judge.budget import estimate_tokens
from validation.judge.vllm import VllmJudge
from validation.response.gate.gate import judge_response

LATENCY_S = 0.4
IN_FLIGHT = (8, 32, 64)
ROUNDS = 40
"""A shorter run pays for its first and last round: with 32 in flight 10 take 21 % over the ideal, 40 take 11 %."""


@dataclass(frozen=True, slots=True)
class Load:
    """Wall time in seconds; `cpu_ms` a call; `most` requests were in flight at once, `asked` in all, as the server saw
    them. `tokens` of the last question, instructions and input, by the conservative estimate."""

    processes: int
    calls: int
    wall: float
    cpu_ms: float
    most: int
    asked: int
    tokens: tuple[int, int]


def under_load(llm: LlmServer, in_flight: int, rounds: int, work: Callable[[VllmJudge, int], None]) -> Load:
    llm.script(latency=LATENCY_S)
    shares = split_in_flight(in_flight, os.cpu_count() or 1)
    spawn = multiprocessing.get_context("spawn")
    start = spawn.Barrier(len(shares) + 1)
    with ProcessPoolExecutor(len(shares), mp_context=spawn, initializer=_begin, initargs=(start,)) as pool:
        running = [pool.submit(_judge_share, llm.url, share, rounds, work) for share in shares]
        start.wait()
        before = llm.saw()["requests"]
        wall = time.perf_counter()
        start.wait()
        cpu = sum(share.result() for share in running)
        wall = time.perf_counter() - wall
    saw = llm.saw()
    calls = in_flight * rounds
    instructions, asked = (estimate_tokens(message["content"]) for message in saw["bodies"][-1]["messages"])
    return Load(
        len(shares),
        calls,
        wall,
        1000 * cpu / calls,
        saw["in_flight_most"],
        saw["requests"] - before,
        (instructions, asked),
    )


_start: Barrier


def _begin(start: Barrier) -> None:
    global _start  # a barrier reaches a process only when it is made
    _start = start


def _judge_share(url: str, in_flight: int, rounds: int, work: Callable[[VllmJudge, int], None]) -> float:
    """One process of the worker. Returns its processor time in seconds, from the common start on."""
    judge = VllmJudge(base_url=url, model="scripted", concurrency=in_flight)
    with ThreadPoolExecutor(in_flight) as threads:
        # Connections and the gate's own caches are made by one round that is not counted.
        list(threads.map(lambda number: work(judge, number), range(in_flight)))
        _start.wait()
        _start.wait()
        cpu = time.process_time()
        list(threads.map(lambda number: work(judge, number), range(in_flight * rounds)))
        cpu = time.process_time() - cpu
    judge.close()
    return cpu


def client(judge: VllmJudge, _: int) -> None:
    judge.ask(question(deadline=60.0))


def gate(judge: VllmJudge, number: int) -> None:
    submission = Submission(turn_id=f"bench_{number}", context_md=CONTEXT, response_md=GOOD)
    judged = judge_response(submission, policy=ResponsePolicy(), llm_client=judge, deadline=60.0)
    assert judged.decided is not None, judged.halt


def show(name: str, in_flight: int, rounds: int, load: Load) -> None:
    ideal = rounds * LATENCY_S
    print(
        f"{name:6} {in_flight:3} in flight ({load.most} seen, {load.processes} processes)  {load.calls:4} answers"
        f"  {load.wall:6.2f} s, ideal {ideal:.2f} ({100 * (load.wall / ideal - 1):+.0f} %)"
        f"  {load.calls / load.wall:6.1f} a second"
        f"  {load.cpu_ms:5.1f} ms processor time each (allows {1000 * load.processes / load.cpu_ms:.0f} a second)"
        f"  {load.asked / load.calls:.2f} calls each, of {load.tokens[0]} + {load.tokens[1]} tokens",
        flush=True,
    )


def main(rounds: int = ROUNDS) -> None:
    print(f"a judge that answers in {LATENCY_S * 1000:.0f} ms")
    with running_llm_server() as llm:
        for name, work in (("client", client), ("gate", gate)):
            for in_flight in IN_FLIGHT:
                show(name, in_flight, rounds, under_load(llm, in_flight, rounds, work))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    main(parser.parse_args().rounds)
