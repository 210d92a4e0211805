// The client against a worker that the test plays: lanes, generations, cancel with a spare, crash.
import { expect, test } from 'vitest';
import { Client, Stopped, type WorkerLike } from '../src/client';
import type { FromWorker, ToWorker } from '../src/protocol';
import type { Response } from '../src/api_types';

class Played implements WorkerLike {
  sent: ToWorker[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  postMessage(message: ToWorker) { this.sent.push(message); }
  terminate() { this.ended = true; }
  say(data: FromWorker) { this.onmessage?.({ data } as MessageEvent<FromWorker>); }
  ready() { this.say({ kind: 'ready', module: kModule, version: '1' }); }
  get call() { return this.sent.filter((message) => message.kind === 'call').at(-1) as Extract<ToWorker, { kind: 'call' }> | undefined; }
  answer(id: number) {
    this.say({ kind: 'answer', id, response: { ops: [] } as unknown as Response, milliseconds: 1 });
    this.say({ kind: 'part', id, path: ['ops'], items: [{ id: 0 }] });
    this.say({ kind: 'end', id });
  }
}

const kModule = {} as WebAssembly.Module;
const request = { command: 'view', text: 'x' } as const;

function begin() {
  const workers: Played[] = [];
  const clock = { now: 0 };
  const client = new Client(() => {
    const worker = new Played();
    workers.push(worker);
    return worker;
  }, () => clock.now);
  return { client, workers, clock };
}

const reason = (error: unknown) => (error as Stopped).reason;

test('a question waits for the worker, its answer comes whole', async () => {
  const { client, workers } = begin();
  const answer = client.ask(request, { lane: 'view' });
  expect(workers[0].call).toBeUndefined();
  workers[0].ready();
  workers[0].answer(workers[0].call!.id);
  expect((await answer).response.ops).toEqual([{ id: 0 }]);
});

test('a spare is started with the compiled module', () => {
  const { client, workers } = begin();
  void client.ask(request, { lane: 'view' }).catch(() => {});
  workers[0].ready();
  expect(workers).toHaveLength(2);
  expect(workers[1].sent[0]).toEqual({ kind: 'start', module: kModule });
});

test('of questions that wait only the newest is asked', async () => {
  const { client, workers } = begin();
  const first = client.ask(request, { lane: 'view' }).catch(reason);
  const second = client.ask({ ...request, text: 'y' }, { lane: 'view' });
  workers[0].ready();
  expect(await first).toBe('superseded');
  expect(workers[0].call!.request.text).toBe('y');
  workers[0].answer(workers[0].call!.id);
  await second;
});

test('a long question loses its worker to a newer one, a short one may end', async () => {
  const { client, workers, clock } = begin();
  const first = client.ask(request, { lane: 'view' }).catch(reason);
  workers[0].ready();
  workers[1].ready();
  clock.now = 50;
  const second = client.ask(request, { lane: 'view' }).catch(reason);
  expect(workers[0].ended).toBe(false);
  clock.now = 500;
  const third = client.ask(request, { lane: 'view' });
  expect(workers[0].ended).toBe(true);
  expect([await first, await second]).toEqual(['superseded', 'superseded']);
  workers[1].answer(workers[1].call!.id);
  await third;
});

test('cancel ends the worker at once and the spare takes its place', async () => {
  const { client, workers } = begin();
  const asked = client.ask(request, { lane: 'view' });
  workers[0].ready();
  workers[1].ready();
  workers[0].say({ kind: 'progress', id: workers[0].call!.id, phase: 'segment' });
  expect(client.cancel('view')).toBe(true);
  await expect(asked).rejects.toMatchObject({ reason: 'cancelled', message: 'segment' });
  expect(workers[0].ended).toBe(true);
  const again = client.ask(request, { lane: 'view' });
  workers[1].answer(workers[1].call!.id);
  await again;
  expect(client.cancel('view')).toBe(false);
});

test('a crash rejects, is kept in the log, and the next question is answered', async () => {
  const { client, workers } = begin();
  const asked = client.ask(request, { lane: 'view' });
  workers[0].ready();
  workers[1].ready();
  workers[0].say({ kind: 'crashed', id: workers[0].call!.id, message: 'RuntimeError: unreachable' });
  await expect(asked).rejects.toMatchObject({ reason: 'crashed' });
  expect(client.log.join('\n')).toContain('RuntimeError: unreachable');
  const again = client.ask(request, { lane: 'view' });
  workers[1].answer(workers[1].call!.id);
  await again;
});

test('lanes do not wait for each other', () => {
  const { client, workers } = begin();
  void client.ask(request, { lane: 'view' }).catch(() => {});
  workers[0].ready();
  workers[1].ready();
  void client.ask({ command: 'run', text: 'x' }, { lane: 'side' }).catch(() => {});
  expect(workers[1].call!.request.command).toBe('run');
});

test('a module that cannot be loaded is told once, and may be tried again', async () => {
  const { client, workers } = begin();
  const told: string[] = [];
  client.onUnavailable = (message) => told.push(message);
  const asked = client.ask(request, { lane: 'view' });
  workers[0].say({ kind: 'failed', message: 'CompileError' });
  await expect(asked).rejects.toMatchObject({ reason: 'unavailable' });
  expect(told).toEqual(['CompileError']);
  const again = client.ask(request, { lane: 'view' });
  workers[1].ready();
  workers[1].answer(workers[1].call!.id);
  await again;
});
