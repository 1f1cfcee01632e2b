"""Words and sentences to ask the teacher about, made from the text files here and the teacher's vocabulary."""

import random
import re
from pathlib import Path

from tokenizers import Tokenizer

HERE = Path(__file__).parent
FIRST_WORD = 1996  # in the teacher's vocabulary, ordered by frequency; before it stand single characters
FUNCTION_WORDS = 150


def lines(name: str) -> list[str]:
    text = (HERE / name).read_text(encoding="utf8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def sections(name: str) -> dict[str, list[str]]:
    """The lines below each `[section]`."""
    result: dict[str, list[str]] = {}
    for line in lines(name):
        if line.startswith("["):
            section = result.setdefault(line[1:-1], [])
        else:
            section.append(line)
    return result


def word_lists() -> dict[str, list[str]]:
    """`action`, `thing` and `quality` with their words."""
    return {name: " ".join(some).split() for name, some in sections("words.txt").items()}


FORMS = sections("forms.txt")
IRREGULAR = {verb: forms for verb, *forms in map(str.split, FORMS["verbs"])}
UNCOUNTABLE = set(" ".join(FORMS["uncountable"]).split())


def whole_words(tokenizer: Tokenizer) -> list[str]:
    """Words of the list and their usual forms that the teacher's tokenizer would cut into pieces."""
    by_section = word_lists()
    forms = {word for words in by_section.values() for word in words}
    forms |= {plural(word) for word in by_section["thing"]}
    forms |= {form for word in by_section["action"] for form in [with_s(word), *participles(word)]}
    return sorted(
        word for word in forms if word.isalpha() and len(tokenizer.encode(word, add_special_tokens=False).ids) > 1
    )


def plural(word: str) -> str:
    return word if word in UNCOUNTABLE or word[-1] == "s" else with_s(word)


def with_s(word: str) -> str:
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if re.search(r"(s|x|z|ch|sh)$", word) else "s")


def participles(verb: str) -> list[str]:
    """Its form in -ing and its past participle, where it has them."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    stem = verb[:-1] if verb.endswith("e") else verb
    if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb):
        stem += verb[-1]
    past = verb[:-1] + "ied" if re.search(r"[^aeiou]y$", verb) else stem + "ed"
    return [stem + "ing", past]


class Sentences:
    """Filled templates and strings of words; every word of the vocabulary comes round before one comes twice."""

    def __init__(self, tokenizer: Tokenizer, seed: int) -> None:
        self.random = random.Random(seed)
        self.words = word_lists()
        self.messages = sections("messages.txt")
        self.templates = lines("templates.txt")
        self.catalog_words = sorted({word for words in self.words.values() for word in words})
        by_id = sorted(tokenizer.get_vocab().items(), key=lambda entry: entry[1])
        self.vocabulary = [
            token for token, at in by_id if at >= FIRST_WORD and re.fullmatch(r"[a-z]{2,}", token)
        ]
        self.deck: list[str] = []

    def make(self, count: int, strings: float = 0.4) -> list[str]:
        """`strings` is the share of strings of words; the rest are templates."""
        return [
            self.string() if self.random.random() < strings else self.template() for _ in range(count)
        ]

    def string(self) -> str:
        words: list[str] = []
        for _ in range(self.random.randint(2, 9)):
            if self.random.random() < 0.35:
                words.append(self.random.choice(self.vocabulary[:FUNCTION_WORDS]))
            words.append(self.word())
        return " ".join(words)

    def template(self) -> str:
        return self.filled(self.random.choice(self.templates))

    def message(self) -> tuple[str, str]:
        """A request that carries a message, and the request alone."""
        request, joint, content = (
            self.filled(self.random.choice(self.messages[part])) for part in ("request", "joint", "content")
        )
        return f"{request} {joint} {content}", request

    def filled(self, template: str) -> str:
        def fill(slot: re.Match) -> str:
            kind = slot[1]
            if kind == "word":
                return self.word()
            if kind == "hearer":
                return self.filled(self.random.choice(self.messages["hearer"]))
            if kind == "done":
                return (participles(self.random.choice(self.words["action"])) or ["done"])[-1]
            return self.random.choice(self.words[kind])

        return re.sub(r"\{(\w+)\}", fill, template)

    def word(self) -> str:
        kind = self.random.random()
        if kind < 0.2:
            return self.random.choice(self.catalog_words)
        if kind < 0.4:
            place = int(len(self.vocabulary) * self.random.random() ** 3)
            return self.vocabulary[min(place, len(self.vocabulary) - 1)]
        if not self.deck:
            self.deck = self.vocabulary[:]
            self.random.shuffle(self.deck)
        return self.deck.pop()
