import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Callback } from '../callback.js';
import type { History } from '../history.js';
import { mean } from '../metrics/index.js';
import { guessing } from '../trainer/guessing-optimizer.fixture.js';
import { adder, same } from '../trainer/programs.fixture.js';
import { Trainer } from '../trainer/trainer.js';
import { mlflow, openTelemetry } from './index.js';

const KEY = 'adder/state_offset';
const x = Array.from({ length: 10 }, (_, n) => ({ n }));
const y = x.map(({ n }) => ({ n: n + 3 }));

async function trainWith(
  callback: Callback,
  metrics = [mean({ name: 'strange "name" <é>' })],
): Promise<History> {
  const optimizer = guessing(KEY, [{ offset: 1 }, { offset: 3 }]);
  const trainer = new Trainer(adder(), { reward: same, optimizer, metrics }, () => 0);
  return await trainer.fit(x, y, { epochs: 2, batchSize: 8, callbacks: [callback] });
}

/** A training whose rewards begin to fail in its second epoch. */
async function failWith(callback: Callback): Promise<void> {
  const reward: typeof same = (expected, given) => {
    if (given.n === (expected?.n as number) - 3 + 99) throw new Error('the judge is gone');
    return same(expected, given);
  };
  const optimizer = guessing(KEY, [{ offset: 1 }, { offset: 99 }]);
  const trainer = new Trainer(adder(), { reward, optimizer }, () => 0);
  const run = trainer.fit(x, y, { epochs: 2, batchSize: 8, callbacks: [callback] });
  await expect(run).rejects.toMatchObject({ code: 'training/reward_failed' });
}

describe('openTelemetry', () => {
  it('makes a span of the training with one below it for each epoch', async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    await trainWith(openTelemetry({ tracer: provider.getTracer('test') }));
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name }) => name)).toEqual(['epoch 0', 'epoch 1', 'fit hand-made']);
    const [, epoch, fit] = spans;
    expect(epoch?.parentSpanContext?.spanId).toBe(fit?.spanContext().spanId);
    expect(epoch?.attributes).toMatchObject({
      'mettle.epoch': 1,
      'mettle.figure.reward': 1,
      'mettle.figure.val_reward': 1,
      'mettle.spent.evaluations': expect.any(Number),
    });
    expect(fit?.attributes).toMatchObject({
      'mettle.program': 'hand-made',
      'mettle.epochs': 2,
      'mettle.samples': 8,
    });
    await provider.shutdown();
  });

  it('ends its spans with the error of a training that fails', async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    await failWith(openTelemetry({ tracer: provider.getTracer('test') }));
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name }) => name)).toEqual(['epoch 0', 'epoch 1', 'fit hand-made']);
    expect(spans.map(({ status }) => status.code)).toEqual([0, 2, 2]);
    expect(spans[2]?.attributes['error.type']).toBe('training/reward_failed');
    await provider.shutdown();
  });

  it('does nothing where no provider is set up, and outlives a tracer that throws', async () => {
    expect((await trainWith(openTelemetry())).shipped).toBe(true);
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const tracer = {
      startSpan: () => {
        throw new Error('full.');
      },
    };
    expect((await trainWith(openTelemetry({ tracer: tracer as never }))).shipped).toBe(true);
    expect(warn.mock.calls).toEqual([['openTelemetry: full. The training goes on without it.']]);
    warn.mockRestore();
  });
});

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly authorization: string | undefined;
}

/** A server that answers as MLflow's REST API 2.0 documents it, and keeps what it was told. */
async function startRecordedServer(
  answer: (request: Recorded) => { readonly status: number; readonly body: unknown },
): Promise<{ readonly url: string; readonly requests: Recorded[]; readonly server: Server }> {
  const requests: Recorded[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const recorded = {
      method: request.method ?? '',
      path: request.url ?? '',
      body,
      authorization: request.headers.authorization,
    };
    requests.push(recorded);
    const { status, body: reply } = answer(recorded);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, server };
}

/** What MLflow answers, where the experiment does not exist yet. */
function asMlflow({ path }: Recorded): { readonly status: number; readonly body: unknown } {
  if (path.startsWith('/api/2.0/mlflow/experiments/get-by-name')) {
    const body = {
      error_code: 'RESOURCE_DOES_NOT_EXIST',
      message: "Could not find experiment with name 'mettle'",
    };
    return { status: 404, body };
  }
  if (path.endsWith('experiments/create')) return { status: 200, body: { experiment_id: '7' } };
  if (path.endsWith('runs/create')) {
    const info = { run_id: 'abc', artifact_uri: 'mlflow-artifacts:/7/abc/artifacts', status: 'RUNNING' };
    return { status: 200, body: { run: { info, data: {} } } };
  }
  return { status: 200, body: {} };
}

describe('mlflow', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  const start = async (answer: Parameters<typeof startRecordedServer>[0]) => {
    const started = await startRecordedServer(answer);
    servers.push(started.server);
    return started;
  };

  it('tells one run: parameters, figures of each epoch, the leading candidate, the end', async () => {
    const { url, requests } = await start(asMlflow);
    await trainWith(mlflow({ url, token: 'test-token', parameters: { seed: 0 }, now: () => 1000 }));
    const told = requests.map(({ method, path }) => `${method} ${path.replace('/api/2.0/', '')}`);
    expect(told).toEqual([
      'GET mlflow/experiments/get-by-name?experiment_name=mettle',
      'POST mlflow/experiments/create',
      'POST mlflow/runs/create',
      'POST mlflow/runs/log-batch',
      'POST mlflow/runs/log-batch',
      'POST mlflow/runs/log-batch',
      'PUT mlflow-artifacts/artifacts/7/abc/artifacts/variables.json',
      'POST mlflow/runs/update',
    ]);
    expect(requests.every(({ authorization }) => authorization === 'Bearer test-token')).toBe(true);
    const bodies = requests.slice(1).map(({ body }) => JSON.parse(body));
    expect(bodies[1]).toEqual({ experiment_id: '7', run_name: 'hand-made', start_time: 1000 });
    expect(bodies[2].params).toContainEqual({ key: 'seed', value: '0' });
    expect(bodies[4].metrics).toContainEqual({ key: 'val_reward', value: 1, timestamp: 1000, step: 1 });
    expect(bodies[4].metrics).toContainEqual({
      key: 'strange _name_ _é_',
      value: 1,
      timestamp: 1000,
      step: 1,
    });
    expect(bodies[5]).toEqual({ [KEY]: { offset: 3 } });
    expect(bodies[6]).toEqual({ run_id: 'abc', status: 'FINISHED', end_time: 1000 });
  });

  it('ends its run as failed where the training fails', async () => {
    const { url, requests } = await start(asMlflow);
    await failWith(mlflow({ url, now: () => 1000 }));
    expect(JSON.parse(requests.at(-1)?.body ?? '')).toEqual({
      run_id: 'abc',
      status: 'FAILED',
      end_time: 1000,
    });
  });

  it('finds a server behind a path', async () => {
    const { url, requests } = await start((request) =>
      asMlflow({ ...request, path: request.path.replace('/team', '') }),
    );
    await trainWith(mlflow({ url: `${url}/team/`, artifact: false }));
    expect(requests.length).toBe(7);
    expect(requests.every(({ path }) => path.startsWith('/team/api/2.0/mlflow/'))).toBe(true);
  });

  it('warns once of a server that fails, and trains on', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const hostile = { error_code: 'INTERNAL_ERROR', message: 'no space left' };
    const { url, requests } = await start(() => ({ status: 500, body: hostile }));
    expect((await trainWith(mlflow({ url }))).shipped).toBe(true);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('500 INTERNAL_ERROR no space left')]]);
    expect(requests.length).toBe(1);
    const garbage = await start(() => ({ status: 200, body: ['no object'] }));
    expect((await trainWith(mlflow({ url: garbage.url }))).shipped).toBe(true);
    expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('its answer is not a JSON object'));
    garbage.server.close();
    expect((await trainWith(mlflow({ url: garbage.url }))).shipped).toBe(true);
    warn.mockRestore();
  });

  it('refuses what is not an address', () => {
    for (const url of ['127.0.0.1:5000', 'file:///etc', 'http://']) {
      expect(() => mlflow({ url })).toThrowError(/url must be an address/);
    }
  });
});
