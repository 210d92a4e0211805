# The same with keepdim, which is a sum and a broadcast once it is decomposed.
import torch
from nvfuser import FusionDefinition, DataType

with FusionDefinition() as fd:
    t0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    t1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    t2 = fd.ops.sum(t0, [-1], keepdim=True, dtype=DataType.Float)
    t3 = fd.ops.add(t1, t2)
    fd.add_output(t3)

inputs = [
    torch.randn(2, 32, dtype=torch.float32, device='cuda:0'),
    torch.randn(2, 128, dtype=torch.float32, device='cuda:0'),
]

# expect: segments = 2
# expect: map g0 = {0: 0, 2: 2}
# expect: map g1 = {0: 1, 1: 2, 2: 3}
# expect: members g0 = sum broadcast
# expect: members g1 = add
# expect: run equal
