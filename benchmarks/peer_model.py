"""Writes a tiny language model of random weights, for `benchmarks.peer`: run by the Python that has llama-cpp-python.

    python benchmarks/peer_model.py PATH

One layer of 64 dimensions over single bytes. It knows nothing; under a schema it still has to answer in its shape. The
closing quote is made likely, so that texts end and a whole answer fits into a few hundred tokens; so is the zero,
because this server's grammar does not keep a number within its bounds.
"""

from __future__ import annotations

import sys

import gguf
import numpy as np

WIDTH, HEADS, CONTEXT = 64, 2, 32_768
SPECIAL = ["<unk>", "<s>", "</s>"]
BIAS = 0
"""The dimension that is alike for every token, so that a row of the output can lean on it."""


def write(path: str) -> None:
    random = np.random.default_rng(7)
    tokens = [*SPECIAL, *(f"<0x{byte:02X}>" for byte in range(256))]
    kinds = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL] + [gguf.TokenType.BYTE] * 256
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("random")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(WIDTH)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(kinds)
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)

    def matrix(*shape: int) -> np.ndarray:
        return random.normal(0.0, 0.3, shape).astype(np.float32)

    embedded = matrix(len(tokens), WIDTH)
    embedded[:, BIAS] = 1.0
    spoken = matrix(len(tokens), WIDTH)
    spoken[:, BIAS] = 0.0
    for likely in '"0':
        spoken[len(SPECIAL) + ord(likely), BIAS] = 3.0
    writer.add_tensor("token_embd.weight", embedded)
    writer.add_tensor("output.weight", spoken)
    writer.add_tensor("output_norm.weight", np.ones(WIDTH, np.float32))
    for name in ("attn_norm", "ffn_norm"):
        writer.add_tensor(f"blk.0.{name}.weight", np.ones(WIDTH, np.float32))
    for name in ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"):
        writer.add_tensor(f"blk.0.{name}.weight", matrix(WIDTH, WIDTH) * np.float32(0.1))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    write(sys.argv[1])
