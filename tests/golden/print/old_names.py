# The names of old scripts: symbolic_sizes, contiguous, define_constant, axes, output_shape, original_shape, and positional arguments.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(symbolic_sizes=[-1, -1], contiguous=[True, True], dtype=DataType.Float)
    S1 = fd.define_constant(2.0)
    T2 = fd.ops.mul(T0, S1)
    T3 = fd.ops.sum(T2, axes=[1], keepdim=False)
    T4 = fd.ops.broadcast_in_dim(T3, output_shape=[4, 6], broadcast_dims=[0])
    T5 = fd.ops.reshape(T4, original_shape=[4, 6], new_shape=[24])
    fd.add_output(T5)

inputs = [torch.randn(4, 6)]
