# List literals are hidden states: a rank-2 slice of T0 is T10, a reshape of it T14, and the diagonal of triu comes after its result.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    a = fd.define_tensor(shape=[8, 6], contiguity=[True, True], dtype=DataType.Float)
    b = fd.ops.slice(a, start_indices=[0, 2], end_indices=[8, 6])
    c = fd.ops.reshape(b, new_shape=[4, 8])
    d = fd.ops.pad(c, [1, 0, 0, 2])
    e = fd.ops.triu(d, -1)
    f = fd.ops.neg(e)
    fd.add_output(f)

inputs = [torch.randn(8, 6)]
