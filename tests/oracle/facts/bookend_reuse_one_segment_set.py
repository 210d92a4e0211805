# Bookend reuse one segment set: what nvFuser asserts of it in AliasTest.Bookend_ReuseSegmentSet.
# expect: segments = 2
# expect: schedulers = pointwise, expr_eval
# passes: nvfuser
# kind: alias
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3, 5], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.add(T0, T0)
    T4 = fd.ops.reshape(T1, new_shape=[30])
    T8 = fd.ops.reshape(T4, new_shape=[6, 5])
    T12 = fd.ops.reshape(T4, new_shape=[2, 15])
    fd.add_output(T8)
    fd.add_output(T12)

inputs = [
    torch.randn(2, 3, 5, dtype=torch.float32),
]
