# Bookend input view and compute: what nvFuser asserts of it in AliasTest.Bookend_InputsAndOutputs.
# expect: segments = 3
# expect: schedulers = expr_eval, expr_eval, pointwise
# passes: nvfuser
# kind: alias
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.permute(T0, dims=[1, 0])
    T2 = fd.ops.mul(T0, T0)
    T3 = fd.ops.add(T2, T0)
    fd.add_output(T1)
    fd.add_output(T3)

inputs = [
    torch.randn(2, 3, dtype=torch.float32),
]
