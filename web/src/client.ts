// The page's side of the workers. A lane answers one question at a time; a newer question of the same lane replaces an
// older one that waits, and takes the worker away from one that runs too long. A spare worker, started with the module
// that the first one compiled, makes cancelling and crashes cost nothing. It knows nothing of the page's state.
import type { Request, Response } from './api_types';
import { joinPart, type FromWorker, type ToWorker } from './protocol';

export interface Answer {
  response: Response;
  milliseconds: number;
}

/** Why a question has no answer. `superseded` is no fault: a newer one took its place. */
export class Stopped extends Error {
  constructor(readonly reason: 'superseded' | 'cancelled' | 'crashed' | 'unavailable', message: string) {
    super(message);
  }
}

/** What a lane is for: `view` follows the text, `preview` asks what would be, `side` is for kernels and drawings, `run` for runs. */
export type Lane = 'view' | 'preview' | 'side' | 'run';

export type Progress = (phase: string) => void;

/** The part of Worker that is used, so that tests can stand in for it. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Question {
  id: number;
  request: Request;
  progress: Progress | undefined;
  resolve(answer: Answer): void;
  reject(reason: Stopped): void;
  phase: string;
  since: number;
  answer: Answer | null;
}

interface Seat {
  worker: WorkerLike;
  ready: boolean;
  question: Question | null;
  waiting: Question | null;
}

/** A running question that a newer one would wait for longer than this gives its worker up. */
const kPatience = 120;
const kLogLines = 40;

export class Client {
  readonly #make: () => WorkerLike;
  readonly #now: () => number;
  readonly #seats = new Map<Lane, Seat>();
  #spare: Seat | null = null;
  #module: WebAssembly.Module | null = null;
  #ids = 0;
  /** The last things that happened, for a crash report. */
  readonly log: string[] = [];
  version = '';
  /** Told when the module cannot be loaded at all. */
  onUnavailable: (message: string) => void = () => {};

  constructor(make: () => WorkerLike, now: () => number = () => performance.now()) {
    this.#make = make;
    this.#now = now;
  }

  /** Asks; rejects with `Stopped`. */
  ask(request: Request, options: { lane?: Lane; progress?: Progress } = {}): Promise<Answer> {
    const lane = options.lane ?? 'side';
    return new Promise((resolve, reject) => {
      const question: Question = {
        id: ++this.#ids, request, progress: options.progress, resolve, reject, phase: '', since: 0, answer: null,
      };
      this.#note(`ask ${question.id} ${request.command} on ${lane}, ${request.text?.length ?? 0} characters`);
      const seat = this.#seat(lane);
      seat.waiting?.reject(new Stopped('superseded', ''));
      seat.waiting = question;
      if (seat.question && this.#now() - seat.question.since > kPatience) this.#replace(lane, 'superseded', '');
      else this.#next(seat);
    });
  }

  /** Stops what the lane does, at once. Answers whether there was something. */
  cancel(lane: Lane): boolean {
    const seat = this.#seats.get(lane);
    if (!seat || (!seat.question && !seat.waiting)) return false;
    const phase = seat.question?.phase ?? '';
    seat.waiting?.reject(new Stopped('cancelled', phase));
    seat.waiting = null;
    if (seat.question) this.#replace(lane, 'cancelled', phase);
    return true;
  }

  #note(line: string): void {
    this.log.push(`${Math.round(this.#now())} ms  ${line}`);
    if (this.log.length > kLogLines) this.log.shift();
  }

  #seat(lane: Lane): Seat {
    let seat = this.#seats.get(lane);
    if (!seat) this.#seats.set(lane, (seat = this.#fresh()));
    return seat;
  }

  /** The spare one, or one that is started now. */
  #fresh(): Seat {
    const seat = this.#spare ?? this.#start();
    this.#spare = null;
    if (this.#module) this.#spare = this.#start();
    return seat;
  }

  #start(): Seat {
    const seat: Seat = { worker: this.#make(), ready: false, question: null, waiting: null };
    seat.worker.onmessage = (event) => this.#hear(seat, event.data);
    seat.worker.onerror = (event) => {
      event.preventDefault?.();
      if (seat.ready) this.#crashed(seat, event.message || 'the worker stopped');
      else this.#failed(seat, event.message || 'the worker could not be started');
    };
    seat.worker.postMessage({ kind: 'start', module: this.#module });
    return seat;
  }

  #next(seat: Seat): void {
    if (!seat.ready || seat.question || !seat.waiting) return;
    seat.question = seat.waiting;
    seat.waiting = null;
    seat.question.since = this.#now();
    seat.worker.postMessage({ kind: 'call', id: seat.question.id, request: seat.question.request });
  }

  #hear(seat: Seat, message: FromWorker): void {
    const question = seat.question;
    switch (message.kind) {
      case 'ready':
        seat.ready = true;
        this.#module = message.module;
        this.version = message.version;
        this.#note(`worker ready, version ${message.version}`);
        this.#next(seat);
        if (!this.#spare && this.#holds(seat)) this.#spare = this.#start();
        return;
      case 'failed': return this.#failed(seat, message.message);
      case 'crashed': return this.#crashed(seat, message.message);
      case 'progress':
        if (question?.id !== message.id) return;
        question.phase = message.phase;
        question.progress?.(message.phase);
        return;
      case 'answer':
        if (question?.id === message.id) {
          question.answer = { response: message.response, milliseconds: message.milliseconds };
        }
        return;
      case 'part':
        if (question?.id === message.id && question.answer) joinPart(question.answer.response, message);
        return;
      case 'end':
        if (question?.id !== message.id || !question.answer) return;
        seat.question = null;
        this.#note(`answer ${question.id} after ${Math.round(question.answer.milliseconds)} ms`);
        question.resolve(question.answer);
        this.#next(seat);
        return;
    }
  }

  #holds(seat: Seat): boolean {
    return [...this.#seats.values()].includes(seat);
  }

  #laneOf(seat: Seat): Lane | null {
    for (const [lane, held] of this.#seats) if (held === seat) return lane;
    return null;
  }

  #crashed(seat: Seat, message: string): void {
    const lane = this.#laneOf(seat);
    this.#note(`crash on ${lane ?? 'spare'}: ${message}`);
    if (lane) return this.#replace(lane, 'crashed', message);
    seat.worker.terminate();
    if (this.#spare === seat) this.#spare = null;
  }

  /** Ends the lane's worker and goes on with the spare one and what waits. */
  #replace(lane: Lane, reason: 'superseded' | 'cancelled' | 'crashed', message: string): void {
    const old = this.#seats.get(lane)!;
    old.worker.terminate();
    old.question?.reject(new Stopped(reason, message));
    const seat = this.#fresh();
    seat.waiting = old.waiting;
    this.#seats.set(lane, seat);
    this.#next(seat);
  }

  #failed(seat: Seat, message: string): void {
    this.#note(`module not loaded: ${message}`);
    seat.worker.terminate();
    const lane = this.#laneOf(seat);
    if (!lane) {
      if (this.#spare === seat) this.#spare = null;
      return;
    }
    this.#seats.delete(lane);
    seat.waiting?.reject(new Stopped('unavailable', message));
    this.onUnavailable(message);
  }
}
