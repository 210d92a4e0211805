# Bookend view compute view: what nvFuser asserts of it in AliasTest.Bookend_IntermediateTensors.
# expect: segments = 2
# expect: schedulers = expr_eval, pointwise
# passes: nvfuser
# kind: alias
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.permute(T0, dims=[1, 0])
    T2 = fd.ops.mul(T1, T1)
    T5 = fd.ops.reshape(T2, new_shape=[6])
    fd.add_output(T5)

inputs = [
    torch.randn(2, 3, dtype=torch.float32),
]
