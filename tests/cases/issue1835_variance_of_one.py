# NVIDIA/Fuser#1835: variance and mean over an axis of one element with correction 1: the mean is the element, the variance is not a number.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, 1, -1], contiguity=[True, None, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float)
    T2, T3 = fd.ops.var_mean(T1, dims=[1], correction=1, keepdim=False)
    T4 = fd.ops.cast(T2, dtype=DataType.Half)
    fd.add_output(T4)
    T5 = fd.ops.cast(T3, dtype=DataType.Half)
    fd.add_output(T5)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((8, 1, 6), dtype=torch.float16, device='cuda:0'),
]
fd.execute(inputs)

# expect: values mean is input
# expect: run equal
