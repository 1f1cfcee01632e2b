"""Serves the teacher as Ollama serves a model, so that the product itself can measure it beside its table.

    python serve.py [--port 11435]

Where a real Ollama runs, `ollama pull all-minilm` is the same model.
"""

import argparse
import hashlib
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

from teacher import LONGEST, Teacher, model_folder

NAME = "all-minilm"
FACTS = {"general.architecture": "bert", "bert.embedding_length": 384, "bert.context_length": LONGEST}


def listing(digest: str) -> dict:
    details = {"family": "bert", "families": ["bert"], "parameter_size": "23M"}
    model = {"name": f"{NAME}:latest", "model": f"{NAME}:latest", "digest": digest, "size": 0, "details": details}
    return {"models": [model | {"capabilities": ["embedding"]}]}


def handler(teacher: Teacher, digest: str) -> type[BaseHTTPRequestHandler]:
    teacher.tokenizer.no_truncation()
    one_at_a_time = Lock()

    def embed(asked: dict) -> tuple[int, dict]:
        texts = asked["input"] if isinstance(asked["input"], list) else [asked["input"]]
        tokens = [encoding.ids for encoding in teacher.tokenizer.encode_batch(texts)]
        if max(map(len, tokens), default=0) > LONGEST:
            return 400, {"error": "the input length exceeds the context length"}
        with one_at_a_time:
            vectors = teacher.embed_ids(tokens)
        return 200, {"model": NAME, "embeddings": vectors.tolist()}

    class Ollama(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            answers = {"/api/version": {"version": "0.0.0"}, "/api/tags": listing(digest)}
            self.send(*((200, answers[self.path]) if self.path in answers else (404, {"error": "not found"})))

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path == "/api/show":
                self.send(200, {"capabilities": ["embedding"], "model_info": FACTS})
            elif self.path == "/api/embed":
                self.send(*embed(asked))
            else:
                self.send(404, {"error": "not found"})

        def send(self, status: int, answer: dict) -> None:
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    return Ollama


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=11435)
    port = parser.parse_args().port
    digest = hashlib.sha256((model_folder() / "model.safetensors").read_bytes()).hexdigest()
    with ThreadingHTTPServer(("127.0.0.1", port), handler(Teacher(), digest)) as server:
        print(f"http://127.0.0.1:{server.server_port} has {NAME}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
