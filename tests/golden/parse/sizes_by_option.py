# Sizes, dtype and strides of an input given by hand instead of a list in the script.
# options: {"input": ["x=6x4:Float@4x1"]}
with FusionDefinition() as fd:
    x = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float)
    fd.add_output(fd.ops.sum(x, dims=[1]))
