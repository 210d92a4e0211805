// A small response as `view` gives it: a sum, its broadcast, and an add of another length. Two segments, one cut.
import type { CutView, OpView, Response, SegmentView, ValueView } from '../src/api_types';

export const sampleText = `def f(fd):
    T0 = fd.define_tensor(shape=[-1, -1])
    T1 = fd.define_tensor(shape=[-1, -1])
    T2 = fd.ops.sum(T0, dims=[1])
    T3 = fd.ops.broadcast(T2, [False, True])
    T4 = fd.ops.add(T1, T3)
    fd.add_output(T4)
`;

const op = (id: number, name: string, makes: number[], reads: number[], segments: number[], line: number): OpView => ({
  id, name, attributes: '', makes, reads, segments, group: id, line, opaque: false,
});

const value = (id: number, shape: number[], maker: number | null, readers: number[], more: Partial<ValueView>): ValueView => ({
  id, original: id, label: `T${id}`, kind: 'tensor', dtype: 'Float', shape, contiguity: 'tt', bytes: 4 * shape.reduce((a, b) => a * b, 1),
  maker, readers, is_input: false, is_output: false, segments: [], ...more,
});

export const sampleValues: ValueView[] = [
  value(0, [2, 32], null, [0], { is_input: true, line: 2, segments: [{ segment: 0, index: 0 }] }),
  value(1, [2, 128], null, [2], { is_input: true, line: 3, segments: [{ segment: 1, index: 0 }] }),
  value(2, [2], 0, [1], { line: 4, segments: [{ segment: 0, index: 1 }] }),
  value(3, [2, 1], 1, [2], { line: 5, segments: [{ segment: 0, index: 2 }, { segment: 1, index: 1 }] }),
  value(4, [2, 128], 2, [], { is_output: true, line: 6, segments: [{ segment: 1, index: 2 }] }),
];

export const sampleOps: OpView[] = [
  op(0, 'sum', [2], [0], [0], 4), op(1, 'broadcast', [3], [2], [0], 5), op(2, 'add', [4], [1, 3], [1], 6),
];

const definitions = [
  'def nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n    T0 = fd.define_tensor(shape=[-1, -1])\n    T1 = fd.ops.sum(T0, dims=[1])\n    T2 = fd.ops.broadcast(T1, [False, True])\n    fd.add_output(T2)\n',
  'def nvfuser_fusion_id1(fd : FusionDefinition) -> None :\n    T0 = fd.define_tensor(shape=[-1, -1])\n    T1 = fd.define_tensor(shape=[-1, 1])\n    T2 = fd.ops.add(T0, T1)\n    fd.add_output(T2)\n',
];

export const sampleSegments: SegmentView[] = [
  {
    id: 0, scheduler: 'reduction', template: 'reduction', ops: 2, definition: definitions[0], inputs: [0], outputs: [2],
    index_map: [
      { segment: 0, original: 0, role: 'in', label: 'T0' }, { segment: 1, original: 2, role: 'inner', label: 'T2' },
      { segment: 2, original: 3, role: 'out', label: 'T3' },
    ],
    bytes_read: 256, bytes_written: 8, letter: 'A', bytes_of_cuts: 8, repro: `import torch\n\n${definitions[0]}\ninputs = []\n`,
    statements: [
      { line: 2, op: null, values: [0] }, { line: 3, op: 0, values: [2] }, { line: 4, op: 1, values: [3] },
      { line: 5, op: null, values: [3] },
    ],
  },
  {
    id: 1, scheduler: 'pointwise', template: 'pointwise', ops: 1, definition: definitions[1], inputs: [0, 1], outputs: [2],
    index_map: [
      { segment: 0, original: 1, role: 'in', label: 'T1' }, { segment: 1, original: 3, role: 'in', label: 'T3' },
      { segment: 2, original: 4, role: 'out', label: 'T4' },
    ],
    bytes_read: 1032, bytes_written: 1024, letter: 'B', bytes_of_cuts: 8, repro: definitions[1],
    statements: [
      { line: 2, op: null, values: [1] }, { line: 3, op: null, values: [3] }, { line: 4, op: 2, values: [4] },
      { line: 5, op: null, values: [4] },
    ],
  },
];

const uncovered = {
  code: 'R.AXIS_UNCOVERED',
  message: 'the kernel would loop over the axes of `T0`; axis 1 of `T1` (extent 128) is none of them',
  numbers: [{ name: 'axis', value: 1, unit: '' }, { name: 'extent', value: 128, unit: 'elements' }],
};

export const sampleCut: CutView = {
  from: 0, to: 1, values: [3], id: 0,
  crossings: [{ original: 3, label: 'T3', shape: [2, 1], dtype: 'Float', bytes: 8, line: 5 }],
  value_bytes: 8, traffic_bytes: 16,
  reasons: [
    { template: 'persistent', scheduler: 'inner_persistent', ...uncovered },
    { template: 'reduction', scheduler: 'reduction', ...uncovered },
    { template: 'resize', scheduler: 'resize', code: 'R.MISSING_OP', message: 'there is no slice, pad or cat', numbers: [] },
    { template: 'pointwise', scheduler: 'pointwise', code: 'R.HAS_REDUCTION', message: '`sum` that makes `T2` is a reduction', numbers: [] },
  ],
  cure: { kind: 'set', text: 'Use the extended rules.', field: 'rules', value: 'extended', cuts: [], segment_sets: [] },
  cure_searched: true,
};

export const sample: Response = {
  version: '0.1.0', command: 'view', file_name: 'first.py', ok: true,
  inputs: [
    { index: 0, label: 'T0', shape: [2, 32], dtype: 'Float', origin: 'script' },
    { index: 1, label: 'T1', shape: [2, 128], dtype: 'Float', origin: 'script' },
  ],
  segments: sampleSegments, cuts: [sampleCut], ops: sampleOps, values: sampleValues, merges: [],
  summary: { ops: 3, segments: 2, kernels: 2, cuts: 1, bytes: 2320, bytes_of_cuts: 16, bytes_whole: 2304 },
  diagnostics: [], diagnostics_dropped: 0,
};
