# Three linear layers with ReLU between: products go to a library, and each ReLU is a kernel of its own.
import torch
from nvfuser_direct import FusionDefinition, DataType


def mlp(fd: FusionDefinition) -> None:
    x = fd.define_tensor(shape=[-1, 64], contiguity=True, dtype=DataType.BFloat16)
    w0 = fd.define_tensor(shape=[96, 64], contiguity=True, dtype=DataType.BFloat16)
    w1 = fd.define_tensor(shape=[96, 96], contiguity=True, dtype=DataType.BFloat16)
    w2 = fd.define_tensor(shape=[16, 96], contiguity=True, dtype=DataType.BFloat16)
    b2 = fd.define_tensor(shape=[16], contiguity=True, dtype=DataType.BFloat16)
    x = fd.ops.linear(x, w0)
    x = fd.ops.relu(x)
    x = fd.ops.linear(x, w1)
    x = fd.ops.relu(x)
    x = fd.ops.linear(x, w2, b2)
    fd.add_output(x)


with FusionDefinition() as fd:
    mlp(fd)

inputs = [
    torch.randn(48, 64, dtype=torch.bfloat16, device="cuda:0"),
    torch.randn(96, 64, dtype=torch.bfloat16, device="cuda:0"),
    torch.randn(96, 96, dtype=torch.bfloat16, device="cuda:0"),
    torch.randn(16, 96, dtype=torch.bfloat16, device="cuda:0"),
    torch.randn(16, dtype=torch.bfloat16, device="cuda:0"),
]
fd.execute(inputs)
