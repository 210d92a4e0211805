# NVIDIA/Fuser#3096: a forced cut before an in-place update; two segments, not three.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T1, T0)
    T3 = fd.ops.neg(T0)
    T4 = fd.ops.segment_set(T3)
    T5 = fd.ops.set(T4)
    fd.add_output(T2)
    fd.add_output(T5, T0)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((64, 1), dtype=torch.float32, device='cuda:0'),
    torch.testing.make_tensor((64, 128), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: segments = 2
# expect: run equal
