# NVIDIA/Fuser#1353: three slices of the channels and an empty tensor beside them.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.slice(T0, start_indices=[0, 0, 0], end_indices=[4, 6, 1])
    T2 = fd.ops.slice(T0, start_indices=[0, 0, 1], end_indices=[4, 6, 5])
    T3 = fd.ops.slice(T0, start_indices=[0, 0, 5], end_indices=[4, 6, 7])
    S4 = fd.define_scalar(0, dtype=DataType.Int)
    T5 = fd.ops.full(shape=[4, 6, 0], fill_value=S4, dtype=DataType.Half)
    fd.add_output(T1)
    fd.add_output(T2)
    fd.add_output(T3)
    fd.add_output(T5)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((4, 6, 7), dtype=torch.float16, device='cuda:0'),
]
fd.execute(inputs)

# expect: values three slices
# expect: run equal
