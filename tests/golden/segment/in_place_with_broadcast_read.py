# An input is updated in place while a row of it is read everywhere: every read sees the values before the update.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4, 8], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.slice(T0, start_indices=[0, 0], end_indices=[1, 8], strides=[1, 1])
    T2 = fd.ops.squeeze(T1, dims=[0])
    T3 = fd.ops.broadcast_in_dim(T2, shape=[4, 8], broadcast_dims=[1])
    T4 = fd.ops.add(T0, T3)
    fd.add_output(T4, alias_input=T0)
    T5 = fd.ops.mul(T0, T0)
    T6 = fd.ops.sum(T5, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T6)

inputs = [torch.randn(4, 8)]
