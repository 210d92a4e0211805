# Py only inner persistent: what nvFuser asserts of it in test_tutorial_inner_persistent_auto_scheduler.
# expect: accepted = inner_persistent
# expect: refused = every other
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(1.00000e-06, dtype=DataType.Double)
    S2 = fd.define_scalar(4, dtype=DataType.Int)
    T3 = fd.ops.sum(T0, dims=[-1], keepdim=True, dtype=DataType.Null)
    T4 = fd.ops.div(T3, S2)
    T5 = fd.ops.sub(T0, T4)
    T6 = fd.ops.mul(T5, T5)
    T7 = fd.ops.sum(T6, dims=[-1], keepdim=True, dtype=DataType.Null)
    T8 = fd.ops.div(T7, S2)
    T9 = fd.ops.sub(T0, T4)
    T10 = fd.ops.add(T8, S1)
    T11 = fd.ops.sqrt(T10)
    T12 = fd.ops.div(T9, T11)
    fd.add_output(T12)

inputs = [
    torch.randn(4, 4, dtype=torch.float32),
]
