# Sizes as values: shape, its elements, tensor_sizes, size, and an explicit vector of literals and scalars.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float)
    V2 = fd.ops.shape(T0)
    T3 = fd.ops.broadcast_in_dim(T1, shape=V2, broadcast_dims=[1])
    S4 = fd.ops.at(V2, 0)
    S5 = fd.ops.size(T1, dim=0)
    V6 = fd.define_vector([S4, S5, 1], dtype=DataType.Int)
    T7 = fd.ops.add(T0, T3)
    T8 = fd.ops.reshape(T7, new_shape=V6)
    fd.add_output(T8)

inputs = [torch.randn(4, 6), torch.randn(6)]
