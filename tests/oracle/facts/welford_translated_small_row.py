# Welford translated small row: what nvFuser asserts of it in NVFuserTest.Translate1Welford.
# expect: segments = 1
# passes: nvfuser
# kind: persistent
# confidence: high
# not asserted: [inner_persistent]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1, T2, T3 = fd.ops.welford(T0, dims=[1])
    T4 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True])
    T5 = fd.ops.add(T0, T4)
    fd.add_output(T5)

inputs = [
    torch.randn(128, 64, dtype=torch.float32),
]
