# NVIDIA/Fuser#132: the sum of a constant tensor that reads no input, beside an element-wise comparison.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, 1], contiguity=[True, None], dtype=DataType.Double, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Double, is_cpu=False)
    T2 = fd.ops.broadcast_in_dim(T0, shape=[4, 4], broadcast_dims=[0, 1])
    T3 = fd.ops.ge(T1, T2)
    fd.add_output(T3)
    S4 = fd.define_scalar(0, dtype=DataType.Int)
    T5 = fd.ops.full(shape=[4, 4], fill_value=S4, dtype=DataType.Double)
    T6 = fd.ops.sum(T5, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T5)
    T7 = fd.ops.broadcast_in_dim(T6, shape=[4, 1], broadcast_dims=[0])
    fd.add_output(T7)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((4, 1), dtype=torch.float64, device='cuda:0'),
    torch.testing.make_tensor((4, 4), dtype=torch.float64, device='cuda:0'),
]
fd.execute(inputs)

# expect: values zero sums
# expect: run equal
