# Expand merge split transpose 24 40: what nvFuser asserts of it in Gpu3Test.Repro413_CUDA.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[10240, 24], contiguity=[True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.broadcast(T0, is_broadcast_dim=[False, True, False])
    T6 = fd.ops.expand(T1, shape=[10240, 40, 24])
    T10 = fd.ops.reshape(T6, new_shape=[10240, 960])
    T15 = fd.ops.reshape(T10, new_shape=[10240, 24, 40])
    T16 = fd.ops.permute(T15, dims=[1, 0, 2])
    T20 = fd.ops.reshape(T16, new_shape=[245760, 40])
    fd.add_output(T20)

inputs = [
    torch.randn(10240, 24, dtype=torch.float16),
]
