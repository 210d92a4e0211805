# A misspelled op: the nearest name is suggested, and the uses of its result raise no second error.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sumn(T0, dims=[1])
    T2 = fd.ops.exp(T1)
    fd.add_output(T2)
