# M2 and sum large row: what nvFuser asserts of it in NVFuserTest.LargeWelfordNormalization.
# expect: segments = 1
# passes: nvfuser
# kind: reduction
# confidence: high
# not asserted: [reduction]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1, T2, T3 = fd.ops.welford(T0, dims=[1])
    T4 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T2)
    fd.add_output(T4)

inputs = [
    torch.randn(128, 65536, dtype=torch.float32),
]
