# Nobody gives sizes, and the assumed ones do not fill the new shape: a note says that the error may be of them alone.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.cat([T0, T1], dim=0)
    T3 = fd.ops.reshape(T2, new_shape=[14, 5])
    T4 = fd.ops.slice(T1, start_indices=[0, 0], end_indices=[1, 5], strides=[1, 1])
    fd.add_output(T3)
    fd.add_output(T4)
