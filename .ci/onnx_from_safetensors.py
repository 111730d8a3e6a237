"""Writes a BERT encoder's safetensors weights as an ONNX graph: onnx_from_safetensors.py MODEL_FOLDER OUT.onnx

The graph takes input_ids, attention_mask and token_type_ids, int64 of shape [batch, tokens], and gives
last_hidden_state, float32 of shape [batch, tokens, hidden], as a model exported for the hub does.
"""

import json
import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 20  # the first with Gelu


def read_safetensors(path):
    """Returns the float32 tensors of a file by name: a length, a JSON header, then the data."""
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        if entry["dtype"] == "F32":
            start, end = (8 + size + offset for offset in entry["data_offsets"])
            tensors[name] = np.frombuffer(data[start:end], np.float32).reshape(entry["shape"])
    return tensors


class Graph:
    """Nodes and constants of the graph in the making; each operation returns the name of its result."""

    def __init__(self, weights, config):
        self.weights, self.config = weights, config
        self.nodes, self.constants = [], {}

    def constant(self, name, value):
        self.constants.setdefault(name, numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind, *inputs, **attributes):
        result = f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [result], **attributes))
        return result

    def dense(self, x, name):
        product = self.op("MatMul", x, self.constant(name + ".weight", self.weights[name + ".weight"].T))
        return self.op("Add", product, self.constant(name + ".bias", self.weights[name + ".bias"]))

    def normalise(self, x, name):
        scale = self.constant(name + ".weight", self.weights[name + ".weight"])
        bias = self.constant(name + ".bias", self.weights[name + ".bias"])
        return self.op("LayerNormalization", x, scale, bias, axis=-1, epsilon=self.config["layer_norm_eps"])

    def embeddings(self):
        table = lambda name: self.constant(name, self.weights[f"embeddings.{name}_embeddings.weight"])
        length = self.op("Shape", "input_ids", start=1, end=2)
        first = self.constant("first", np.array([0]))
        positions = self.op("Slice", table("position"), first, length, first)
        x = self.op("Add", self.op("Gather", table("word"), "input_ids"), self.op("Gather", table("token_type"), "token_type_ids"))
        x = self.op("Add", x, positions)
        return self.normalise(x, "embeddings.LayerNorm")

    def mask(self):
        """What is added to the scores of attention: 0 for a token, a large negative number for padding."""
        axes = self.constant("mask_axes", np.array([1, 2]))
        mask = self.op("Cast", self.op("Unsqueeze", "attention_mask", axes), to=TensorProto.FLOAT)
        absent = self.op("Sub", self.constant("present", np.float32(1)), mask)
        return self.op("Mul", absent, self.constant("excluded", np.float32(-1e9)))

    def attention(self, x, mask, name):
        heads = self.config["num_attention_heads"]
        size = self.config["hidden_size"] // heads
        split = self.constant("split_heads", np.array([0, 0, heads, size]))
        join = self.constant("join_heads", np.array([0, 0, heads * size]))
        part = lambda which: self.op("Reshape", self.dense(x, f"{name}.self.{which}"), split)
        query = self.op("Transpose", part("query"), perm=[0, 2, 1, 3])
        key = self.op("Transpose", part("key"), perm=[0, 2, 3, 1])
        value = self.op("Transpose", part("value"), perm=[0, 2, 1, 3])
        scores = self.op("Mul", self.op("MatMul", query, key), self.constant("scale", np.float32(size**-0.5)))
        shares = self.op("Softmax", self.op("Add", scores, mask), axis=-1)
        context = self.op("Transpose", self.op("MatMul", shares, value), perm=[0, 2, 1, 3])
        out = self.dense(self.op("Reshape", context, join), name + ".output.dense")
        return self.normalise(self.op("Add", x, out), name + ".output.LayerNorm")

    def encode(self):
        x, mask = self.embeddings(), self.mask()
        for layer in range(self.config["num_hidden_layers"]):
            name = f"encoder.layer.{layer}"
            x = self.attention(x, mask, name + ".attention")
            inner = self.op("Gelu", self.dense(x, name + ".intermediate.dense"), approximate="none")
            x = self.normalise(self.op("Add", x, self.dense(inner, name + ".output.dense")), name + ".output.LayerNorm")
        self.nodes.append(helper.make_node("Identity", [x], ["last_hidden_state"]))


def main(folder, out):
    folder = pathlib.Path(folder)
    config = json.loads((folder / "config.json").read_text())
    assert config["model_type"] == "bert" and config["hidden_act"] == "gelu", config
    graph = Graph(read_safetensors(folder / "model.safetensors"), config)
    graph.encode()
    shape = ["batch", "tokens"]
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, shape) for n in ("input_ids", "attention_mask", "token_type_ids")]
    outputs = [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, shape + [config["hidden_size"]])]
    made = helper.make_graph(graph.nodes, "bert", inputs, outputs, list(graph.constants.values()))
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
