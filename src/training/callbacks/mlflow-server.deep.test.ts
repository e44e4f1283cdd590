import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageFolders, python3 } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { mean } from '../metrics/index.js';
import { guessing } from '../trainer/guessing-optimizer.fixture.js';
import { adder, same } from '../trainer/programs.fixture.js';
import { Trainer } from '../trainer/trainer.js';
import { type MlflowOptions, mlflow } from './index.js';

const KEY = 'adder/state_offset';
const packages = packageFolders(['mlflow']);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}

unless(packages.missing).describe('a real MLflow server', () => {
  let folder: string;
  let server: ChildProcess;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-mlflow-'));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const stored = [
      '--backend-store-uri',
      `sqlite:///${folder}/runs.db`,
      '--artifacts-destination',
      `${folder}/kept`,
    ];
    // A group of its own: the server starts processes that outlive a signal to it alone.
    server = spawn(
      python3,
      ['-m', 'mlflow', 'server', '--host', '127.0.0.1', '--port', String(port), '--workers', '1', ...stored],
      {
        stdio: 'ignore',
        cwd: folder,
        detached: true,
        env: {
          ...process.env,
          PYTHONPATH: packages.folders.join(':'),
          MLFLOW_SERVER_ENABLE_JOB_EXECUTION: 'false',
        },
      },
    );
    const isUp = async () => (await fetch(`${url}/health`).catch(() => null))?.ok === true;
    while (!(await isUp())) {
      if (server.exitCode !== null) throw new Error(`mlflow server ended with ${server.exitCode}`);
      await delay(200);
    }
  }, 500_000);
  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    process.kill(-(server.pid as number), 'SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  async function train(options: Partial<MlflowOptions>, reward = same): Promise<void> {
    const x = Array.from({ length: 10 }, (_, n) => ({ n }));
    const y = x.map(({ n }) => ({ n: n + 3 }));
    const optimizer = guessing(KEY, [{ offset: 1 }, { offset: 3 }]);
    const metrics = [mean({ name: 'strange "name" <é>' })];
    const trainer = new Trainer(adder(), { reward, optimizer, metrics });
    await trainer.fit(x, y, { epochs: 2, batchSize: 8, callbacks: [mlflow({ url, ...options })] });
  }

  async function ask(path: string, body?: object): Promise<Reply> {
    const response = await fetch(`${url}/api/2.0/${path}`, {
      ...(body && {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Reply;
  }

  async function runsOf(experiment: string): Promise<readonly Run[]> {
    const found = await ask(
      `mlflow/experiments/get-by-name?experiment_name=${encodeURIComponent(experiment)}`,
    );
    const { experiment_id } = found.experiment;
    return (
      await ask('mlflow/runs/search', { experiment_ids: [experiment_id], order_by: ['start_time ASC'] })
    ).runs;
  }

  it('has the parameters, the figures of each epoch and what leads, under one experiment', async () => {
    const experiment = 'labels & größe';
    await train({ experiment, parameters: { seed: 0 } });
    await train({ experiment, runName: 'second', artifact: false });
    const [first, second] = await runsOf(experiment);
    expect([first?.info.run_name, second?.info.run_name]).toEqual(['hand-made', 'second']);
    expect([first?.info.status, second?.info.status]).toEqual(['FINISHED', 'FINISHED']);
    expect(Object.fromEntries((first?.data.params ?? []).map(({ key, value }) => [key, value]))).toEqual({
      ...{ program: 'hand-made', epochs: '2', batch_size: '8', samples: '8', seed: '0' },
    });
    const history = await ask(
      `mlflow/metrics/get-history?run_id=${first?.info.run_id}&metric_key=val_reward`,
    );
    const points = history.metrics;
    expect(points.map(({ step, value }) => [Number(step), value])).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect((first?.data.metrics ?? []).map(({ key }) => key).sort()).toEqual([
      'reward',
      'strange _name_ _é_',
      'val_reward',
      'val_strange _name_ _é_',
    ]);
    const [, id] = (first?.info.artifact_uri ?? '').split('mlflow-artifacts:/');
    const kept = await fetch(`${url}/api/2.0/mlflow-artifacts/artifacts/${id}/variables.json`);
    expect(await kept.json()).toEqual({ [KEY]: { offset: 3 } });
    expect(readFileSync(join(folder, 'kept', id as string, 'variables.json'), 'utf8')).toContain(
      '"offset": 3',
    );
  });

  it('has a run that failed as failed', async () => {
    const failing: typeof same = (yTrue, yPred) => {
      if (yPred.n === 9 + 3) throw new Error('the judge is gone');
      return same(yTrue, yPred);
    };
    await expect(train({ experiment: 'failing' }, failing)).rejects.toThrow('the judge is gone');
    expect((await runsOf('failing')).map(({ info }) => info.status)).toEqual(['FAILED']);
  });
});

interface Run {
  readonly info: {
    readonly run_id: string;
    readonly run_name: string;
    readonly status: string;
    readonly artifact_uri: string;
  };
  readonly data: {
    readonly params?: readonly { readonly key: string; readonly value: string }[];
    readonly metrics?: readonly { readonly key: string }[];
  };
}

/** What the server answers, each field where it was asked for. */
interface Reply {
  readonly experiment: { readonly experiment_id: string };
  readonly metrics: readonly { readonly step: number; readonly value: number }[];
  readonly runs: readonly Run[];
}
