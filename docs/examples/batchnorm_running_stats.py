# Batch norm with channels first, whose running mean and variance are updated in place and are no results of their own.
import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id9(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T3 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T4 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T5, T6 = fd.ops.var_mean(T0, dims=[0, 2, 3], correction=0, keepdim=False)
    # new = old * (1 - momentum) + batch * momentum; the running variance takes the unbiased one, 1568 / 1567 times as large.
    S7 = fd.define_scalar(0.9, dtype=DataType.Double)
    S8 = fd.define_scalar(0.1, dtype=DataType.Double)
    S9 = fd.define_scalar(1568.0 / 1567.0 * 0.1, dtype=DataType.Double)
    T10 = fd.ops.mul(T3, S7)
    T11 = fd.ops.mul(T6, S8)
    T12 = fd.ops.add(T10, T11)
    fd.add_output(T12, T3)
    T13 = fd.ops.mul(T4, S7)
    T14 = fd.ops.mul(T5, S9)
    T15 = fd.ops.add(T13, T14)
    fd.add_output(T15, T4)
    # The normalised activations.
    S16 = fd.define_scalar(1e-05, dtype=DataType.Double)
    T17 = fd.ops.add(T5, S16)
    T18 = fd.ops.rsqrt(T17)
    T19 = fd.ops.broadcast(T6, is_broadcast_dim=[True, False, True, True])
    T20 = fd.ops.broadcast(T18, is_broadcast_dim=[True, False, True, True])
    T21 = fd.ops.sub(T0, T19)
    T22 = fd.ops.mul(T21, T20)
    T23 = fd.ops.broadcast(T1, is_broadcast_dim=[True, False, True, True])
    T24 = fd.ops.broadcast(T2, is_broadcast_dim=[True, False, True, True])
    T25 = fd.ops.mul(T22, T23)
    T26 = fd.ops.add(T25, T24)
    fd.add_output(T26)
    fd.add_output(T6)
    fd.add_output(T18)

with FusionDefinition() as fd:
    nvfuser_fusion_id9(fd)

inputs = [
    torch.testing.make_tensor((8, 32, 14, 14), dtype=torch.float32, device='cuda:0'),
    torch.testing.make_tensor((32,), dtype=torch.float32, device='cuda:0'),
    torch.testing.make_tensor((32,), dtype=torch.float32, device='cuda:0'),
    torch.zeros(32, dtype=torch.float32, device='cuda:0'),
    torch.ones(32, dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)
