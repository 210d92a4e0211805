# Mean and sum added back 8192: what nvFuser asserts of it in NVFuserTest.WelfordOuterPersistence.
# expect: segments = 1
# passes: nvfuser
# kind: persistent
# confidence: high
# not asserted: [inner_persistent]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1, T2, T3 = fd.ops.welford(T0, dims=[1])
    T4 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    T5 = fd.ops.broadcast(T4, is_broadcast_dim=[False, True])
    T6 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True])
    T7 = fd.ops.add(T0, T5)
    T8 = fd.ops.add(T0, T6)
    fd.add_output(T7)
    fd.add_output(T8)

inputs = [
    torch.randn(128, 8192, dtype=torch.float32),
]
