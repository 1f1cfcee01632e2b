"""The tests' fixture: texts with the vectors that the model gives with its full weights."""

import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "embedder"))

from fixtures import ODD  # noqa: E402
from teacher import Teacher  # noqa: E402

SENTENCES = [
    "send message",
    "Sends a message to a channel or to a person.",
    "tell the team that the build broke",
    "freeze evidence because of a lawsuit",
    "Creates a legal hold policy",
    "move the file from A to B",
    "move the file from B to A",
    "Returns the weather forecast for a city, now or on one of the next seven days, in metric or imperial units.",
]


def main() -> None:
    texts = SENTENCES + [text for text in ODD if text.strip()]
    lines = [
        json.dumps({"text": text, "vector": [round(float(value), 5) for value in vector]}, ensure_ascii=False)
        for text, vector in zip(texts, Teacher().embed(texts))
    ]
    fixture = HERE.parents[1] / "test" / "fixtures" / "embedder" / "sentences.jsonl"
    fixture.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
