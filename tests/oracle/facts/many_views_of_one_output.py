# Many views of one output: what nvFuser asserts of it in AliasTest.ManyAliasesBetweenOutputs.
# expect: segments = 2
# passes: nvfuser
# kind: alias
# confidence: high
# not asserted: [pointwise, expr_eval]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3, 5], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.add(T0, T0)
    T2 = fd.ops.permute(T1, dims=[1, 2, 0])
    T6 = fd.ops.reshape(T2, new_shape=[15, 2])
    T19 = fd.ops.slice(T2, start_indices=[0, 0, 0], end_indices=[2, 4, 1], strides=[1, 1, 1], manual_normalization=0)
    fd.add_output(T19)
    fd.add_output(T6)
    fd.add_output(T2)
    fd.add_output(T1)

inputs = [
    torch.randn(2, 3, 5, dtype=torch.float32),
]
