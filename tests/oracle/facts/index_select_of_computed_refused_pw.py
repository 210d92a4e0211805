# Index select of computed refused pw: what nvFuser asserts of it in IndexSelectTest.CanSchedule.
# expect: refused = pointwise
# because: pointwise by R.INPUT_MUST_BE_GLOBAL
# passes: none
# kind: index
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T3 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    T4 = fd.ops.mul(T2, T0)
    T5 = fd.ops.index_select(T4, T3, dim=0)
    T6 = fd.ops.mul(T1, T5)
    S7 = fd.define_scalar(17.0000, dtype=DataType.Double)
    T8 = fd.ops.add(S7, T6)
    fd.add_output(T8)

inputs = [
    torch.randn(31, 64, dtype=torch.float32),
    torch.randn(46, 64, dtype=torch.float32),
    torch.randn(31, 64, dtype=torch.float32),
    torch.randint(0, 31, (46,), dtype=torch.int64),
]
