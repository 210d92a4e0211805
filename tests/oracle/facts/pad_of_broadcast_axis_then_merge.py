# Pad of broadcast axis then merge: what nvFuser asserts of it in PointwiseTest.DomainMapPad0.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1, -1], contiguity=[None, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, 1, -1], contiguity=[False, None, False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T1, T0)
    fd.add_output(T2)
    T8 = fd.ops.pad(T0, [0, 0, 4, 4], None)
    T11 = fd.ops.reshape(T8, new_shape=[45])
    fd.add_output(T11)

inputs = [
    torch.randn(1, 5, dtype=torch.float32),
    torch.randn(7, 1, 5, dtype=torch.float32),
]
