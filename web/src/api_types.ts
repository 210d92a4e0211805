// Requests and responses of the core. Written by `cleave --write-generated`; the descriptions are in core/api.

export type Severity =
  /** The definition or the request is wrong. */
  | 'error'
  /** Something is likely not meant. */
  | 'warning'
  /** Something worth knowing. */
  | 'note';

export type Command =
  /** Diagnostics only. */
  | 'check'
  /** The definition, printed. */
  | 'print'
  /** Segments with their definitions and index maps, and the cuts. */
  | 'segment'
  /** The same products as `segment`; people are shown the cuts. */
  | 'explain'
  /** Segments, and the kernel of each. */
  | 'kernel'
  /** Segments, and how another engine runs them. */
  | 'plan'
  /** Segments, then their results compared with the whole. */
  | 'run'
  /** Everything that `explain` gives, and what a page needs beyond it. */
  | 'view'
  /** The drawing of `view`, as SVG. */
  | 'draw';

export type PrintLevel =
  /** As it was written. */
  | 'source'
  /** After decomposition, as the segmentation sees it. */
  | 'primitive';

export type Dialect =
  /** `T0 = fd.define_tensor(...)`; a name shows its index. */
  | 'legacy'
  /** `tv0 = fd.define_tensor(...)`; literals stand in place. */
  | 'direct';

export type RuleSet =
  /** What nvFuser's schedulers accept. */
  | 'nvfuser'
  /** Also what Cleave's own kernels can do beyond it. */
  | 'extended';

export type Order =
  /** What saves most bytes first; on a small definition nvFuser's order instead, where that moves fewer bytes. */
  | 'cleave'
  /** As nvFuser visits pairs of ops. */
  | 'nvfuser';

export type RunDevice =
  /** The reference evaluator. */
  | 'cpu'
  /** An NVIDIA GPU. */
  | 'cuda';

export type Scheduler =
  /** Nothing to compute, or no loop to run. */
  | 'no_op'
  /** The host: views, and single ops through a library. */
  | 'expr_eval'
  /** A generated product; off unless nvFuser is told otherwise. */
  | 'matmul'
  /** Reductions whose operand is read once. */
  | 'reduction'
  /** Slices and pads of computed values. */
  | 'resize'
  /** Tiles between two memory orders. */
  | 'transpose'
  /** Element-wise ops over one loop nest. */
  | 'pointwise'
  /** Rows along the fastest axis, kept on chip. */
  | 'inner_persistent'
  /** Columns across it, kept on chip. */
  | 'outer_persistent'
  /** Both, sharing an operand. */
  | 'inner_outer_persistent'
  /** Scans, sorts and scatters with what is beside them. */
  | 'greedy';

export type IndexRole =
  /** An input of the segment. */
  | 'in'
  /** An output of the segment. */
  | 'out'
  /** An extent of an input, passed as an extra input. */
  | 'extent'
  /** Computed and used inside. */
  | 'inner'
  /** A constant. */
  | 'const'
  /** Computed again in several segments. */
  | 'copy';

export type CureKind =
  /** Ask again with one field of the request set to another value. */
  | 'set'
  /** Take forced cuts away. */
  | 'remove';

export type ValueKind =
  /** A tensor. */
  | 'tensor'
  /** A scalar. */
  | 'scalar'
  /** A vector of extents. */
  | 'vector';

export type AxisCell =
  /** The tensor does not have the axis. */
  | 'none'
  /** It has it. */
  | 'has'
  /** The op that makes it sums the axis away. */
  | 'reduced'
  /** It has it with extent 1 and no storage. */
  | 'broadcast';

export type Orientation =
  /** From top to bottom. */
  | 'tb'
  /** From left to right. */
  | 'lr';

export type ShapeKind =
  /** A segment; ops on it are the shapes that follow. */
  | 'card'
  /** An op. */
  | 'op'
  /** An op that another segment computes too. */
  | 'copy'
  /** An op whose meaning is not known. */
  | 'opaque'
  /** An input of the definition. */
  | 'input'
  /** An output of the definition. */
  | 'output'
  /** A value that crosses a cut, on its wire. */
  | 'pill';

export type TextAnchor =
  /** The text begins at x. */
  | 'start'
  /** Its middle is at x. */
  | 'middle'
  /** It ends at x. */
  | 'end';

export type TextRole =
  /** The letter of a segment, in its badge of 16 by 16. */
  | 'letter'
  /** What a card is called. */
  | 'title'
  /** The name of an op. */
  | 'name'
  /** The name of a value. */
  | 'value'
  /** Attributes, operands, types, counts. */
  | 'detail'
  /** What a card reads and writes. */
  | 'foot'
  /** On a pill, behind the scissors. */
  | 'pill';

export type ArrowDirection =
  /** Points down. */
  | 'down'
  /** Points up. */
  | 'up'
  /** Points to the left. */
  | 'left'
  /** Points to the right. */
  | 'right';

export type ArgumentRole =
  /** A pointer to memory that is read. */
  | 'in'
  /** A pointer to memory that is written. */
  | 'out'
  /** A pointer to memory that is read and then written. */
  | 'inout'
  /** A number, by value. */
  | 'scalar'
  /** A pointer to memory that the launch needs for itself. */
  | 'work'
  /** The seed of random ops, 64 bits by value. */
  | 'seed'
  /** Added to the number of each random op, 64 bits by value. */
  | 'random_offset';

export type BufferKind =
  /** Given by the caller. */
  | 'input'
  /** Given back to the caller. */
  | 'output'
  /** Made by one step and read by later ones. */
  | 'between'
  /** Needed by one launch for itself. */
  | 'work';

export type StepKind =
  /** Launches its kernel. */
  | 'kernel'
  /** One op that a library runs; its kernel, if it has one, can too. */
  | 'library'
  /** Its outputs are parts of its inputs; nothing is launched. */
  | 'view'
  /** There are no elements; nothing is launched. */
  | 'nothing'
  /** Nothing holds it yet; a diagnostic says what. */
  | 'missing';

export interface Request {
  /** How far to go. */
  command?: Command;
  /** The script that holds the definition. */
  text?: string;
  /** What diagnostics call the text. */
  file_name?: string;
  /** Which definition of the text, by place from 0 or by name; the first if absent. */
  definition?: string;
  /** Name of the input list to take; the one after the definition if absent. */
  inputs?: string;
  /** Inputs given by hand, as `T0=2048x1024:BFloat16`, with strides `T0=8x4:Float@4x1`; scalars as `S1=0.5`. */
  input?: string[];
  /** Dialect of printed definitions; legacy if absent. */
  dialect?: Dialect;
  /** Which form `print` gives; if absent the source, or the primitive definition where passes are asked for. */
  level?: PrintLevel;
  /** Passes that run before segmentation: `none`, `nvfuser` (all), or names with commas between, a name after `-` taken away. */
  passes?: string;
  /** Rule set of the segmentation. */
  rules?: RuleSet;
  /** In which order pairs of ops are tried. */
  order?: Order;
  /** `explain` offers the whole definition to this scheduler of nvFuser alone; absent: not asked. */
  scheduler?: Scheduler;
  /** The device whose limits count: a name of the device table, or `none`; a `run` on a GPU takes the one that is there. */
  gpu?: string;
  /** Values after which a cut is forced, by name or as `#8`. */
  cut?: string[];
  /** Values at which a cut is forbidden, by name or as `#8`. */
  keep?: string[];
  /** Index maps hold inner states too, not only the boundary. */
  all_states?: boolean;
  /** Where `run` executes the segments. */
  device?: RunDevice;
  /** Most bytes that `run` may use; no limit if absent. */
  memory?: number;
  /** Scale the extents down until `run` fits into `memory`. */
  shrink?: boolean;
  /** Seed of random inputs and random ops. */
  seed?: number;
  /** Show or run only this segment, from 0; a plan is always whole. */
  segment?: number;
  /** Which segments are drawn with their ops: `auto` (all up to 40 ops, else none), `all`, `none`, or segments from 0 with commas between. */
  expand?: string;
  /** Which way values flow in the drawing. */
  orientation?: Orientation;
  /** `drawing.positions` of the drawing before: what is the same stands at the same place across. */
  previous?: PositionView[];
}

export interface Response {
  /** Version of Cleave. */
  version: string;
  /** The command that was asked. */
  command: Command;
  /** The text's name, as asked. */
  file_name: string;
  /** No diagnostic is an error, and a run matches. */
  ok: boolean;
  /** What was taken from the text. */
  source?: SourceView;
  /** The inputs with their sizes, and where those come from. */
  inputs?: InputView[];
  /** The printed definition (`print`). */
  definition?: string;
  /** The passes that ran before segmentation, in order. */
  passes?: PassView[];
  /** The segments in run order. */
  segments?: SegmentView[];
  /** The cuts between them. */
  cuts?: CutView[];
  /** Both orders side by side (`explain`); absent where they give the same. */
  orders?: OrderResultView[];
  /** Why `orders` is absent, in one sentence (`explain`). */
  orders_remark?: string;
  /** The answer of the scheduler that `explain` asks alone. */
  offer?: OfferView;
  /** The device that kernels are made for (`kernel`). */
  device?: DeviceView;
  /** The kernels of the segments, in order (`kernel`). */
  kernels?: KernelView[];
  /** Why `registers` and `spills` are null, where a compiler was looked for and not found (`kernel`, `plan`). */
  not_compiled?: string;
  /** What another engine needs to run the definition (`plan`). */
  plan?: PlanView;
  /** The outputs compared with the whole (`run`). */
  outputs?: OutputView[];
  /** The run as a whole (`run`). */
  run?: RunView;
  /** The whole in numbers (`view`). */
  summary?: SummaryView;
  /** The ops that make tensors, after decomposition, in program order (`view`). */
  ops?: OpView[];
  /** The values that ops and segments speak of (`view`). */
  values?: ValueView[];
  /** How the segments came about, step by step (`view`). */
  merges?: MergeView[];
  /** The definition and its segments, drawn (`view`). */
  drawing?: DrawingView;
  /** The same as SVG (`draw`). */
  svg?: string;
  /** All of them, in the order of the stages. */
  diagnostics: DiagnosticView[];
  /** How many more there were beyond the limit. */
  diagnostics_dropped: number;
}

export interface LabelView {
  /** From 1. */
  line: number;
  /** From 1, in code points. */
  column: number;
  /** What is said of the place. */
  text: string;
}

export interface DiagnosticView {
  /** How bad it is. */
  severity: Severity;
  /** Code of the table in docs/diagnostics.md, as `E0102`. */
  code: string;
  /** Name of the code, as `unknown_op`. */
  name: string;
  /** One line. */
  message: string;
  /** From 1; absent where no place in the text is at fault. */
  line?: number;
  /** From 1, in code points. */
  column?: number;
  /** Byte offset at which the place begins. */
  begin?: number;
  /** Byte offset after its end. */
  end?: number;
  /** Other places concerned. */
  labels: LabelView[];
  /** More sentences. */
  notes: string[];
  /** All of it as text, with the line and a caret. */
  rendered: string;
}

export interface SourceView {
  /** Name of the definition taken. */
  definition: string;
  /** Its place among the definitions of the text, from 0. */
  definition_index: number;
  /** Definitions in the text. */
  definition_count: number;
  /** Line at which it begins. */
  line: number;
  /** The dialect it is written in. */
  dialect: Dialect;
  /** Ops in it; definitions of tensors and scalars and outputs do not count. */
  ops: number;
  /** Name of the input list taken; absent where sizes come from elsewhere. */
  inputs?: string;
  /** Line at which that list begins. */
  inputs_line?: number;
  /** Lines of the text that are neither. */
  ignored_lines: number;
  /** What was taken and what was ignored, as one line. */
  summary: string;
}

export interface InputView {
  /** Index of the state. */
  index: number;
  /** Its name. */
  label: string;
  /** Sizes; empty for a scalar. */
  shape: number[];
  /** Element type. */
  dtype: string;
  /** `script`, `option` or `assumed`. */
  origin: string;
}

export interface IndexMapEntryView {
  /** Index in the segment's definition. */
  segment: number;
  /** Index in the original definition; negative: that extent of the inputs; null: a value with no index there. */
  original: number | null;
  /** What the state is to the segment. */
  role: IndexRole;
  /** Its name in the original, or for a temporary where it comes from. */
  label: string;
}

export interface UpdateView {
  /** Index of the value in the original definition; null for a temporary. */
  value: number | null;
  /** Its name. */
  value_label: string;
  /** Index of the input that it is written into. */
  input: number | null;
  /** Its name. */
  input_label: string;
}

export interface PassPlaceView {
  /** One sentence. */
  text: string;
  /** Line of the statement concerned. */
  line?: number;
}

export interface PassMapEntryView {
  /** Index in the definition after the pass. */
  after: number;
  /** Index in the one before; null for a value that the pass makes. */
  before: number | null;
  /** Index in the definition as written, through all maps before; null for a temporary. */
  original: number | null;
  /** Its name in the original, or where it comes from. */
  label: string;
}

export interface PassView {
  /** Its name, as `--passes` takes it. */
  name: string;
  /** Its place in nvFuser's list of passes. */
  order: number;
  /** Values stay the same to the bit; else within the tolerance of their type. */
  exact: boolean;
  /** It runs even where no pass is asked for. */
  needed: boolean;
  /** The definition after it is another one. */
  changed: boolean;
  /** What it did and where. */
  sentence: string;
  /** Every place where it did something. */
  done: PassPlaceView[];
  /** What looked like work for it but was left alone, and why. */
  left: PassPlaceView[];
  /** Index after to index before, of primitive definitions: inputs, outputs and the values that it makes, with `all_states` every state. Absent where it changed nothing. */
  index_map?: PassMapEntryView[];
  /** The definition after it (`explain`); absent where it changed nothing. */
  definition?: string;
}

export interface StatementView {
  /** Line in the segment's `definition`, from 1. */
  line: number;
  /** Id of the op; null where it is a declaration. */
  op: number | null;
  /** Ids of the values that it makes, or of the one that it gives out. */
  values: number[];
}

export interface SegmentView {
  /** Place in run order, from 0; shown as g0. */
  id: number;
  /** nvFuser's scheduler for it; null where nvFuser has none. */
  scheduler: string | null;
  /** Cleave's kernel template for it. */
  template: string;
  /** Ops in it, those computed in several segments too. */
  ops: number;
  /** The segment as a definition of its own. */
  definition: string;
  /** Indices of its inputs, in its own definition. */
  inputs: number[];
  /** Indices of its outputs, in its own definition. */
  outputs: number[];
  /** Segment index to original index. */
  index_map: IndexMapEntryView[];
  /** Bytes its kernel reads; 0 where it only renames places in memory. */
  bytes_read: number;
  /** Bytes its kernel writes; 0 where it only renames places in memory. */
  bytes_written: number;
  /** In-place updates to do once it has run; they stand in no definition. Absent where there are none. */
  updates_after?: UpdateView[];
  /** Where it ran. */
  device?: string;
  /** How long it ran. */
  microseconds?: number;
  /** What drawings call it: `A` to `Z`, then `AA` and so on (`view`). */
  letter?: string;
  /** Of the bytes that it moves, those that are moved only because there are cuts (`view`). */
  bytes_of_cuts?: number;
  /** What each line of its definition is (`view`). */
  statements?: StatementView[];
  /** A script that runs this segment alone, on inputs with the sizes and strides that it has here (`view`). */
  repro?: string;
}

export interface ReasonNumberView {
  /** What was counted. */
  name: string;
  /** The number. */
  value: number;
  /** `bytes`, `rows` …; empty for a bare count. */
  unit: string;
}

export interface ReasonView {
  /** The template that refused; null where none was asked: a forced cut, a cycle, a search given up. */
  template: string | null;
  /** nvFuser's scheduler that answers for it; null where nvFuser has none. */
  scheduler: string | null;
  /** Code of the table in docs/reasons.md. */
  code: string;
  /** Why it refused. */
  message: string;
  /** What the rule compared. */
  numbers: ReasonNumberView[];
}

export interface CureView {
  /** What is to be done. */
  kind: CureKind;
  /** The same as a sentence. */
  text: string;
  /** `set`: the field of the request, `rules` or `gpu`. */
  field?: string;
  /** `set`: the field's new value. */
  value?: string;
  /** `remove`: the values to leave out of the request's `cut`. */
  cuts: string[];
  /** `remove`: the values whose `segment_set` is to go from the definition. */
  segment_sets: string[];
}

export interface CrossingView {
  /** Index in the original definition; null for a temporary. */
  original: number | null;
  /** Its name. */
  label: string;
  /** Sizes. */
  shape: number[];
  /** Element type. */
  dtype: string;
  /** Bytes that are stored; a broadcast axis has none. */
  bytes: number;
  /** Line of the statement that makes it. */
  line?: number;
}

export interface AxisView {
  /** `i0`, `i1` and so on. */
  name: string;
  /** Its extent. */
  extent: number;
}

export interface AxisRowView {
  /** The segment that reads or computes it: one of the cut's two. */
  segment: number;
  /** Id of the value. */
  value: number;
  /** Its name. */
  label: string;
  /** The op that makes it; empty for what the segment reads. */
  op: string;
  /** What each axis is to it, in the order of `axes`. */
  cells: AxisCell[];
}

export interface CutAxesView {
  /** The loops that one kernel for both would need. */
  axes: AxisView[];
  /** A row for each tensor of the two, those of `from` first. */
  rows: AxisRowView[];
}

export interface CutView {
  /** Segment that makes the values. */
  from: number;
  /** Segment that reads them. */
  to: number;
  /** Original indices of the values that cross; null for a temporary. */
  values: (number | null)[];
  /** The same values with name, shape and bytes. */
  crossings: CrossingView[];
  /** Bytes of the values. */
  value_bytes: number;
  /** Bytes moved because they cross; 0 where one side only renames places in memory. */
  traffic_bytes: number;
  /** Why each template refused to hold both, the closest one first. */
  reasons: ReasonView[];
  /** What would remove the cut, tried; null where nothing was found. */
  cure: CureView | null;
  /** False where not all that might remove the cut was tried: the definition is too large for it. */
  cure_searched: boolean;
  /** What usually helps against the first reason, by the table in docs/reasons.md; absent where there is a cure. */
  advice?: string;
  /** Its place in `cuts` (`view`). */
  id?: number;
  /** The axes of both sides (`view`); absent where there are more than 6, or more than 12 tensors. */
  axes?: CutAxesView;
}

export interface OrderResultView {
  /** The order in which pairs of ops are tried. */
  order: Order;
  /** Segments, free ones too. */
  segments: number;
  /** Segments that launch something. */
  kernels: number;
  /** Bytes that all segments read and write. */
  bytes: number;
}

export interface OfferView {
  /** The scheduler that was asked. */
  scheduler: Scheduler;
  /** Whether it takes the whole definition. */
  accepted: boolean;
  /** Every rule of it that refuses, in the order in which they are asked. */
  refusals: ReasonView[];
}

export interface DeviceView {
  /** Name in the device table. */
  name: string;
  /** Its maker's name for it. */
  full_name: string;
  /** What to compile for, as `sm_90`. */
  architecture: string;
}

export interface KernelRangeView {
  /** Index, in the segment's definition, of what the record makes. */
  segment: number;
  /** Its index in the original definition; null for a value with no index there. */
  original: number | null;
  /** Its name. */
  label: string;
  /** Line of the statement in the text; absent where it has none. */
  line?: number;
  /** First line of `source`, from 1. */
  first_line: number;
  /** Last line of `source`. */
  last_line: number;
}

export interface KernelArgumentView {
  /** What the kernel does with it. */
  role: ArgumentRole;
  /** Index in the segment's definition, of `work` of the value whose parts it holds; null where there is none. */
  segment: number | null;
  /** Index in the original definition; negative: that extent of the inputs; null: a value with no index there. */
  original: number | null;
  /** Its name; empty where it holds no value of the definition. */
  label: string;
  /** Element type; empty where it holds no value of the definition. */
  dtype: string;
  /** Type of the parameter in C; half types are 16-bit structs in memory. */
  type: string;
  /** Bytes of the memory behind it, or of the number. */
  bytes: number;
}

export interface KernelView {
  /** The segment, from 0; shown as g0. */
  segment: number;
  /** Cleave's template that it is made by: its segment's, or `serial` where that one cannot hold it. */
  template: string;
  /** How its threads share the loops; null where it has no loops. */
  variant: string | null;
  /** Name of the kernel; null where none is launched. */
  entry: string | null;
  /** Why it looks as it does, one sentence each. */
  reasons: string[];
  /** Blocks along x, y and z; empty where nothing is launched. */
  grid: number[];
  /** Threads of a block along x, y and z. */
  block: number[];
  /** Blocks that share memory, along x, y and z. */
  cluster: number[];
  /** All blocks must be on the device at once: they wait for each other. */
  cooperative: boolean;
  /** Static shared memory of a block. */
  shared_bytes: number;
  /** Shared memory of a block that the launch asks for beside it. */
  dynamic_shared_bytes: number;
  /** Registers of a thread; null where nothing compiled it. */
  registers: number | null;
  /** Bytes of registers that a thread spills; null where nothing compiled it. */
  spills: number | null;
  /** In the order of the parameters; where there is no kernel inputs, then outputs. */
  arguments: KernelArgumentView[];
  /** Where each record stands in `source`. */
  ranges: KernelRangeView[];
  /** CUDA C++ that compiles alone, without any header; null where none is launched. */
  source: string | null;
}

export interface PlanBufferView {
  /** Its place in the list. */
  id: number;
  /** Whose it is. */
  kind: BufferKind;
  /** Index of the value in the original definition; null for a value with no index there. */
  original: number | null;
  /** Name of the value; empty for `work` that holds none. */
  label: string;
  /** Sizes; empty for `work` and for a tensor of one element without axes. */
  shape: number[];
  /** In elements; 0 where an axis repeats. */
  strides: number[];
  /** Element type; null for `work`. */
  dtype: string | null;
  /** From the first element to the end of the last. */
  bytes: number;
  /** `device`, or `host` for an input that is declared there. */
  memory: string;
  /** First step that uses it or a view of it; null where none does. */
  first_step: number | null;
  /** Last one. */
  last_step: number | null;
  /** The buffer whose memory it is a part of; absent where it has its own. */
  view_of?: number;
  /** Of a view: elements before its first one. */
  offset?: number;
  /** Of `work`: whether it must be all zero before the launch. */
  zeroed?: boolean;
}

export interface PlanArgumentView {
  /** What the step does with it. */
  role: ArgumentRole;
  /** The buffer; null for what is passed by value. */
  buffer: number | null;
  /** Of a scalar its value with these inputs, written out; its type is the kernel's argument's. */
  value?: string;
}

export interface PlanCopyView {
  /** The buffer that is read. */
  from: number;
  /** The buffer that is written, element by element. */
  to: number;
}

export interface PlanStepView {
  /** The segment, from 0; its definition stands in `segments`. */
  segment: number;
  /** What the step does. */
  kind: StepKind;
  /** Entry of the kernel in `kernels`; null where there is none. */
  kernel: string | null;
  /** The ops that a library is asked for; absent where it is not. */
  library?: string[];
  /** Blocks along x, y and z; empty where there is no kernel. */
  grid: number[];
  /** Threads of a block along x, y and z. */
  block: number[];
  /** Blocks that share memory, along x, y and z. */
  cluster: number[];
  /** All blocks must be on the device at once: they wait for each other. */
  cooperative: boolean;
  /** Static shared memory of a block. */
  shared_bytes: number;
  /** Shared memory of a block that the launch asks for beside it. */
  dynamic_shared_bytes: number;
  /** In the order of the kernel's parameters; where there is no kernel inputs, then outputs. */
  arguments: PlanArgumentView[];
  /** In-place updates to do after it, all at once: everything is read before anything is written. */
  copies: PlanCopyView[];
  /** Buffers that nobody needs after it and its copies. */
  frees: number[];
}

export interface PlanView {
  /** The device that it is made for. */
  device: DeviceView;
  /** Memory, by id: inputs in the order of the definition first. */
  buffers: PlanBufferView[];
  /** What to do, in order. */
  steps: PlanStepView[];
  /** The buffers that the caller gets back, in order. */
  results: number[];
  /** In-place updates of a definition that has no steps; absent where there are none. */
  copies?: PlanCopyView[];
  /** Most bytes alive at once, inputs and outputs too. */
  peak_bytes: number;
  /** Bytes of all buffers that have memory of their own. */
  total_bytes: number;
  /** One for each segment, in order. */
  kernels: KernelView[];
}

export interface OutputView {
  /** Index of the state; null for a temporary. */
  index: number | null;
  /** Its name. */
  label: string;
  /** Sizes; empty for a scalar. */
  shape: number[];
  /** Element type. */
  dtype: string;
  /** Largest difference from the whole; null where it is not a number. */
  max_abs_error: number | null;
  /** The same beside the value, of elements that are not 0. */
  max_rel_error: number | null;
  /** Difference allowed beside the value. */
  relative_tolerance: number;
  /** Difference allowed beside the root mean square of the tensor. */
  absolute_tolerance: number;
  /** Row-major place of the element that differs most; absent where all are equal. */
  worst?: number;
  /** The value is written into an input in place. */
  updates_input: boolean;
  /** All elements are the same numbers. */
  equal: boolean;
  /** All elements are within the tolerance. */
  matches: boolean;
}

export interface RunView {
  /** Whether the segments give the same result as the whole. */
  matches: boolean;
  /** The same as a sentence. */
  verdict: string;
  /** Bytes that the run was expected to need, at most. */
  estimated_bytes: number;
  /** Most bytes of values alive at once while the segments ran; of a GPU its memory that the run took. */
  peak_bytes: number;
  /** Seed of random inputs and random ops. */
  seed: number;
  /** Name of the GPU that ran the segments; absent where the CPU did. */
  gpu?: string;
  /** Which extents were scaled down; absent where none was. */
  shrink?: string;
}

export interface SummaryView {
  /** Ops as they are written. */
  ops: number;
  /** Segments, free ones too. */
  segments: number;
  /** Segments that launch something. */
  kernels: number;
  /** Pairs of segments between which values cross. */
  cuts: number;
  /** Bytes that all segments read and write. */
  bytes: number;
  /** Those that are moved only because there are cuts. */
  bytes_of_cuts: number;
  /** The others: what one kernel for everything would move. */
  bytes_whole: number;
}

export interface OpView {
  /** Its place in `ops`. */
  id: number;
  /** Name of the op, after decomposition. */
  name: string;
  /** Its attributes as `dims=[1]`; what the result's type says is left out. */
  attributes: string;
  /** Ids of the values that it makes. */
  makes: number[];
  /** Ids of the values that it reads, each once. */
  reads: number[];
  /** Segments that compute it: several where it is computed again, none where nothing needs it. */
  segments: number[];
  /** The group that it is before the first of `merges`. */
  group: number;
  /** Line of the call that it was made from; absent where none was. */
  line?: number;
  /** Last line of that call; absent where it is the same. */
  end_line?: number;
  /** Byte offset at which the call begins. */
  begin?: number;
  /** Byte offset after its end. */
  end?: number;
  /** Its meaning is not known: it is drawn and cut around. */
  opaque: boolean;
}

export interface ValuePlaceView {
  /** The segment. */
  segment: number;
  /** Its index in that segment's definition. */
  index: number;
}

export interface ValueView {
  /** Its place in `values`. */
  id: number;
  /** Index in the original definition; null for a temporary. */
  original: number | null;
  /** Its name in the original, or for a temporary where it comes from. */
  label: string;
  /** What it is. */
  kind: ValueKind;
  /** Element type; empty where it is not known. */
  dtype: string;
  /** Sizes; empty for a scalar. */
  shape: number[];
  /** In memory order, outermost axis first: `t` where the next axis follows without a gap, `f` where not, `n` for a broadcast axis. */
  contiguity: string;
  /** Bytes that are stored; a broadcast axis has none. */
  bytes: number;
  /** Line of the statement that makes it. */
  line?: number;
  /** Id of the op that makes it; null for an input and for what no op makes. */
  maker: number | null;
  /** Ids of the ops that read it. */
  readers: number[];
  /** An input of the definition. */
  is_input: boolean;
  /** An output of the definition, or written into an input. */
  is_output: boolean;
  /** The segments in which it stands, and its index in each. */
  segments: ValuePlaceView[];
}

export interface MergeView {
  /** A group: one of `ops[].group`, or a number beyond them for a copy of an op. The two as one have this number. */
  first: number;
  /** The other group. */
  second: number;
  /** Bytes that the joining saves at least; 0 where none were counted. */
  saved_bytes: number;
  /** Code of the rule that refused, of docs/reasons.md; null: they were joined. */
  refused: string | null;
}

export interface DrawnTextView {
  /** Where it is anchored. */
  x: number;
  /** Its baseline. */
  y: number;
  /** Which part of it stands at x. */
  anchor: TextAnchor;
  /** What it is, which decides its font and color. */
  role: TextRole;
  /** The text, shortened where the shape is too narrow for it. */
  text: string;
}

export interface DrawnShapeView {
  /** What it shows. */
  kind: ShapeKind;
  /** `card`: place in `segments`; `op`, `copy`, `opaque`: in `ops`; `input`, `output`: in `values`; `pill`: in `cuts`. */
  id: number;
  /** The segment that it stands in; null for what stands between them. */
  segment: number | null;
  /** Left side. */
  x: number;
  /** Top side. */
  y: number;
  /** Width. */
  width: number;
  /** Height. */
  height: number;
  /** Texts on it. */
  texts: DrawnTextView[];
}

export interface ArrowView {
  /** Where its tip is. */
  x: number;
  /** Where its tip is. */
  y: number;
  /** Where it points. */
  direction: ArrowDirection;
}

export interface DotView {
  /** Its middle. */
  x: number;
  /** Its middle. */
  y: number;
}

export interface WireView {
  /** Place of the value in `values`. */
  value: number;
  /** The cut that it crosses: dashed where no card lies under it; null where none. */
  cut: number | null;
  /** Place in `shapes` of where it begins; -1: at a side of the card. */
  from: number;
  /** Places in `shapes` of where it ends. */
  to: number[];
  /** Lines, each as x0, y0, x1, y1 and so on; all parts are level or upright. The first begins at the maker, the others at a dot of an earlier one. */
  points: number[][];
  /** Heads at readers. */
  arrows: ArrowView[];
  /** Where a line leaves another. */
  dots: DotView[];
}

export interface PositionView {
  /** What it is, in terms that an edit elsewhere does not change. */
  key: string;
  /** Middle of the shape. */
  x: number;
  /** Middle of the shape. */
  y: number;
}

export interface DrawingView {
  /** Of all that is drawn, which begins at 0. */
  width: number;
  /** Of all that is drawn, which begins at 0. */
  height: number;
  /** Which way values flow. */
  orientation: Orientation;
  /** The segments that are shown with their ops. */
  expanded: number[];
  /** In paint order; wires come after cards and before all else. */
  shapes: DrawnShapeView[];
  /** In paint order. */
  wires: WireView[];
  /** To be sent as `previous` with the next request. */
  positions: PositionView[];
}
