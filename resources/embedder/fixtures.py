"""The tests' fixtures: varied texts as the teacher's own tokenizer cuts them, and vectors as this folder's table gives them."""

import json
import random
from pathlib import Path

import numpy as np

from sentences import Sentences

FOLDER = Path(__file__).parents[2] / "test" / "fixtures" / "embedder"
TEXTS = 1000
SEED = 11

ODD = [
    "",
    " \t\r\n ",
    "Ünïcödé naïve café résumé Zürich Ångström",
    "ÀÉÎÕÜ ŁÓDŹ Øresund straße ﬁnance ﬂow Æther œuvre",
    "e\u0301te\u0301 with combining marks, n\u0303",
    "天気を調べる",
    "请帮我翻译这封邮件",
    "查询weather天气API",
    "ひらがな カタカナ ｱﾝｹｰﾄ",
    "안녕하세요 날씨 알려줘",
    "ΟΔΟΣ Σίσυφος ΑΣ",
    "Привет, мир! Ёлка",
    "مرحبا بالعالم",
    "שלום עולם",
    "नमस्ते दुनिया",
    "สวัสดีชาวโลก",
    "İstanbul ISPARTA ıssız",
    "emoji 😀🚀 and 👩‍💻 family",
    "a\u00a0non-breaking\u2003space\u3000here",
    "zero\u200bwidth\u200djoiner\ufeff and soft\u00adhyphen",
    "tab\tseparated\x00nul\x07bell\ufffdreplacement",
    "don't can't it's they're o'clock ‘quoted’ “double”",
    "price: $12.50 (+7%) ~ €9,99 £3 ¥100 ₿1",
    "a<b && c>=d || !e; x^2 = y_1 * `z`",
    "user@example.org https://example.org/a/b?c=d&e=f#g",
    "C:\\temp\\file.txt ../up/./here",
    '{"key": [1, 2.5, null], "other": "value"}',
    "… — – ‐ ¿qué? ¡olé! «guillemets» 、。",
    "x" * 100,
    "y" * 101,
    "z" * 300,
    "ab" * 50 + " " + "ab" * 51,
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝒎𝒂𝒕𝒉 ① ② ³ ½",
    "𠀀𠀁 beyond the first plane",
    "##ing ##s [ unused ] hash#tag",
    "don\u0027t STOP-me_now.please/ok",
]


def identifier(random: random.Random, words: list[str]) -> str:
    some = random.sample(words, random.randint(2, 4))
    style = random.randrange(5)
    if style == 0:
        return "_".join(some)
    if style == 1:
        return some[0] + "".join(word.capitalize() for word in some[1:])
    if style == 2:
        return "-".join(some) + f".v{random.randint(1, 9)}"
    if style == 3:
        return "/".join(some)
    return "".join(word.capitalize() for word in some) + str(random.randint(0, 999))


def jumble(random: random.Random) -> str:
    """Characters from all over, so that every rule of the tokenizer meets every other."""
    blocks = [(0x20, 0x7E), (0x20, 0x7E), (0xA1, 0x17F), (0x370, 0x3FF), (0x400, 0x45F), (0x4E00, 0x4FFF)]
    blocks += [(0x300, 0x36F), (0x2010, 0x2027), (0x3041, 0x3096), (0xAC00, 0xACFF), (0x5D0, 0x5EA)]
    return "".join(chr(random.randint(*random.choice(blocks))) for _ in range(random.randint(3, 30)))


def texts(tokenizer) -> list[str]:
    chance = random.Random(SEED)
    sentences = Sentences(tokenizer, SEED)
    result = list(ODD)
    while len(result) < TEXTS:
        kind = chance.random()
        [sentence] = sentences.make(1)
        if kind < 0.3:
            result.append(sentence)
        elif kind < 0.5:
            result.append(f"{identifier(chance, sentences.catalog_words)}: {sentence.upper()}")
        elif kind < 0.65:
            result.append(identifier(chance, sentences.vocabulary))
        elif kind < 0.8:
            result.append(jumble(chance))
        else:
            marks = "éüñçøåßÉÜÑ’—¿!?,;:()[]{}'\"*"
            result.append("".join(c + chance.choice(marks) if chance.random() < 0.15 else c for c in sentence))
    return result


def write_fixtures(rows, vectors: np.ndarray) -> None:
    """`rows` and `vectors` are the table's."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = []
    some = texts(rows.tokenizer)
    for text in some:
        tokens = rows.tokenizer.encode(text, add_special_tokens=False).tokens
        lines.append(json.dumps({"text": text, "tokens": tokens}))
    (FOLDER / "tokens.jsonl").write_text("\n".join(lines) + "\n", encoding="utf8", newline="\n")

    known = [text for text in some[::50] if rows.of(text)]
    sums = rows.counts(known) @ vectors
    sums /= np.linalg.norm(sums, axis=1, keepdims=True)
    entries = [
        json.dumps({"text": text, "vector": [round(float(value), 5) for value in vector]})
        for text, vector in zip(known, sums)
    ]
    (FOLDER / "vectors.jsonl").write_text("\n".join(entries) + "\n", encoding="utf8", newline="\n")
