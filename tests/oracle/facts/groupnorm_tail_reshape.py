# Groupnorm tail reshape: what nvFuser asserts of it in AliasTest.Bookend_Issue2375.
# expect: segments = 2
# expect: schedulers = expr_eval, inner_persistent
# passes: nvfuser
# kind: alias
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1, -1], contiguity=[True, True, True, True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float)
    T2 = fd.ops.set(T1)
    T3 = fd.ops.sum(T2, dims=[-1, -2, -3], keepdim=False, dtype=DataType.Null)
    T4 = fd.ops.broadcast(T3, is_broadcast_dim=[False, False, True, True, True])
    T5 = fd.ops.div(T2, T4)
    T6 = fd.ops.cast(T5, dtype=DataType.Half)
    T12 = fd.ops.reshape(T6, new_shape=[2, 128, 16, 16])
    fd.add_output(T12)

inputs = [
    torch.randn(2, 32, 4, 16, 16, dtype=torch.float16),
]
