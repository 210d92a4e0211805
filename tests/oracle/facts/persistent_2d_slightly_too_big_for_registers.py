# Persistent 2d slightly too big for registers: what nvFuser asserts of it in PersistentBufferTest.SmemPersistent2DReduction.
# expect: accepted = inner_persistent
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[1, 2, 3], keepdim=False, dtype=DataType.Null)
    T2 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True, True, True])
    T3 = fd.ops.div(T0, T2)
    fd.add_output(T3)

inputs = [
    torch.randn(64, 2, 2, 8448, dtype=torch.float32),
]
