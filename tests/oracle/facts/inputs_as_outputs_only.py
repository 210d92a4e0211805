# Inputs as outputs only: what nvFuser asserts of it in AliasTest.FusionEmpty.
# expect: segments = 1
# expect: schedulers = expr_eval
# passes: nvfuser
# kind: alias
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[10, 10, 10], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[10, 10, 10], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    fd.add_output(T0)
    fd.add_output(T1)

inputs = [
    torch.randn(10, 10, 10, dtype=torch.float32),
    torch.randn(10, 10, 10, dtype=torch.float32),
]
