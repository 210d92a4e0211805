// The examples by name: which set each belongs to, its title, and words to find it by. The texts are files; numbers and
// pictures are the core's own, made when the page is built. Pure.

export type GallerySet = 'Learn' | 'Why cut?' | 'Big';

export interface Entry {
  /** Its file, without `.py`. */
  file: string;
  set: GallerySet;
  title: string;
  tags: readonly string[];
}

/** What is made of its file when the page is built. */
export interface Example {
  text: string;
  about: string;
  ops: number;
  kernels: number;
  cuts: number;
  svg: string;
}

const entry = (file: string, set: GallerySet, title: string, ...tags: string[]): Entry => ({ file, set, title, tags });

export const kEntries: readonly Entry[] = [
  entry('first', 'Learn', 'sum, broadcast, add', 'reduction', 'axis'),
  entry('scale_bias_relu', 'Learn', 'scale, bias, ReLU', 'pointwise'),
  entry('gelu_bias', 'Learn', 'bias and GELU', 'pointwise', 'two definitions'),
  entry('swiglu', 'Learn', 'SwiGLU', 'pointwise'),
  entry('softmax', 'Learn', 'softmax', 'persistent'),
  entry('layernorm_forward', 'Learn', 'layer norm', 'persistent', 'welford'),
  entry('rmsnorm', 'Learn', 'RMS norm', 'persistent', 'direct dialect'),
  entry('rmsnorm_residual', 'Learn', 'RMS norm with residual', 'persistent', 'two outputs'),
  entry('adaptive_layernorm', 'Learn', 'adaptive layer norm', 'persistent', 'direct dialect'),
  entry('dropout_add_layernorm', 'Learn', 'dropout, add, layer norm', 'random', 'persistent'),
  entry('batchnorm_running_stats', 'Learn', 'batch norm in place', 'aliasing outputs', 'persistent'),
  entry('layernorm_backward', 'Learn', 'layer norm backward', 'inner and outer', 'strides'),
  entry('transpose_add', 'Learn', 'transpose and add', 'transpose'),
  entry('rope', 'Learn', 'rotary embedding', 'slice', 'cat'),
  entry('qkv_split', 'Learn', 'QKV split', 'slice', 'views', 'no kernel'),
  entry('block_quantize', 'Why cut?', 'block quantize', 'reshape', 'reduction'),
  entry('groupnorm', 'Why cut?', 'group norm', 'reshape', 'welford'),
  entry('cross_entropy', 'Why cut?', 'cross entropy', 'two reductions'),
  entry('linear_relu_stack', 'Why cut?', 'linear and ReLU, three times', 'matmul', 'library'),
  entry('moe_routing', 'Why cut?', 'routing to experts', 'topk', 'scan', 'sort'),
  entry('layernorm_backward_wide', 'Big', 'wide layer norm backward', 'limit', 'inner and outer', 'matmul'),
];

/** What an example's first line says of it. */
export function aboutOf(text: string): string {
  return /^#\s*(.*?)\s*$/m.exec(text.slice(0, 400))?.[1] ?? '';
}

/** Whether every word of the filter is found. */
export function matches(filter: string, words: readonly string[]): boolean {
  const all = words.join(' ').toLowerCase();
  return filter.toLowerCase().split(/\s+/).every((term) => all.includes(term));
}
