# A bug report as it is pasted, with prose and fences around the script.
### Describe the bug

The definition below gives wrong results (it didn't before), see the "script":

```python
import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T1)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.randn(12, dtype=torch.float32, device='cuda:0').as_strided((3, 4), (4, 1)),
]
fd.execute(inputs)
```

It happens on *every* run; isn't that odd?
