# NVIDIA/Fuser#3374: pads of strided slices, a broadcast product, a permutation, a reshape and a long sum.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[28, 32768, 2], contiguity=[True, False, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[32768, 2], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[28, 32768, 1], contiguity=[True, False, None], dtype=DataType.Float, is_cpu=False)
    T3 = fd.define_tensor(shape=[28, 32768, 1], contiguity=[True, False, None], dtype=DataType.Float, is_cpu=False)
    T4 = fd.ops.pad(T2, [1, 0])
    T5 = fd.ops.pad(T3, [0, 1])
    T6 = fd.ops.add(T4, T5)
    T7 = fd.ops.broadcast(T1, is_broadcast_dim=[True, False, False])
    T8 = fd.ops.mul(T7, T0)
    T9 = fd.ops.add(T6, T8)
    T10 = fd.ops.permute(T9, dims=[1, 0, 2])
    T11 = fd.ops.reshape(T10, new_shape=[32768, 56])
    T12 = fd.ops.sum(T11, dims=[0], keepdim=False, dtype=DataType.Null)
    fd.add_output(T12)
    fd.add_output(T11)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.randn(1835008, dtype=torch.float32, device='cuda:0').as_strided((28, 32768, 2), (2, 56, 1)),
    torch.testing.make_tensor((32768, 2), dtype=torch.float32, device='cuda:0'),
    torch.randn(1835007, dtype=torch.float32, device='cuda:0').as_strided((28, 32768, 1), (2, 56, 1)),
    torch.randn(1835007, dtype=torch.float32, device='cuda:0').as_strided((28, 32768, 1), (2, 56, 1)),
]
fd.execute(inputs)

# expect: run equal
# later: the time of the sum over 32,768 rows
