# One projection cut into query, key and value: only places in memory are renamed, so no kernel is launched.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    tv0 = fd.define_tensor(shape=[2, 8, 48], contiguity=[True, True, True], dtype=DataType.BFloat16, is_cpu=False)
    tv1 = fd.ops.slice(tv0, start_indices=[0, 0, 0], end_indices=[2, 8, 16])
    tv2 = fd.ops.reshape(tv1, new_shape=[2, 8, 4, 4])
    tv3 = fd.ops.permute(tv2, dims=[0, 2, 1, 3])
    tv4 = fd.ops.slice(tv0, start_indices=[0, 0, 16], end_indices=[2, 8, 32])
    tv5 = fd.ops.reshape(tv4, new_shape=[2, 8, 4, 4])
    tv6 = fd.ops.permute(tv5, dims=[0, 2, 1, 3])
    fd.add_output(tv3)
    fd.add_output(tv6)

inputs = [torch.randn(2, 8, 48, dtype=torch.bfloat16)]
