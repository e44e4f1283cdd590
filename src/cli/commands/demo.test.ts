import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { canonicalJson, sha256 } from '../../core/index.js';
import { readTrajectoryFile } from '../../records/index.js';
import { createSandbox } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { type CommandLineResult, callCommandLine } from '../command-line.fixture.js';

const noEngine = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => ''),
  (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
);
const folder = await mkdtemp(join(tmpdir(), 'mettle-demo-command-'));
afterAll(() => rm(folder, { recursive: true }));

function callDemo(
  argv: readonly string[],
  options: { readonly interrupted?: boolean } = {},
): Promise<CommandLineResult> {
  return callCommandLine(['demo', ...argv], { cwd: folder, ...options });
}

describe('mettle demo', () => {
  unless(noEngine).it('says in one line that it cannot write', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, stdout, stderr } = await callDemo(['--out', 'file/below']);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^mettle demo: Cannot write to .*file\/below\/round-1: .*--out\.\n$/);
  });

  it('refuses a seed that is no number', async () => {
    expect(await callDemo(['--seed', 'x'])).toMatchObject({ code: 2, stdout: '' });
  });

  unless(noEngine).it('stops at once, and continues with the same command', async () => {
    const stopped = await callDemo(['--out', 'out'], { interrupted: true });
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain('the same command continues');
    expect(await readdir(join(folder, 'out'))).toEqual(['round-1']);

    const { code, stdout, stderr } = await callDemo(['--out', 'out', '--json', '--quiet']);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      rounds: [
        { round: 1, tasks: 48, verified_rate: 1 },
        { round: 2, tasks: 48, verified_rate: 1 },
      ],
      improved: true,
      unseen: { tasks: 24, worse: 0 },
      columns: ['name', 'phone', 'date'].map((column) => ({ column, script: expect.any(String) })),
      dataset: join(folder, 'out', 'trajectories.jsonl'),
      report: join(folder, 'out', 'report.html'),
      seed: 0,
    });
    expect(document.rounds[1].pass_rate).toBeGreaterThan(document.rounds[0].pass_rate);
    const { trajectories, skipped } = await readTrajectoryFile(document.dataset);
    expect([trajectories.length, skipped]).toEqual([96, []]);
    const learnt = trajectories.filter(
      ({ outcome, task }) => outcome?.verdict === 'pass' && task.metadata.split === 'train',
    ).length;
    expect(learnt).toBeGreaterThan(0);
    expect((await readFile(document.openai, 'utf8')).trim().split('\n')).toHaveLength(learnt);
    expect((await readdir(document.scripts)).filter((name) => !name.startsWith('test_')).sort()).toEqual(
      ['date', 'name', 'phone'].flatMap((name) => [`${name}.lineage.json`, `${name}.py`]),
    );
    expect(await readFile(document.report, 'utf8')).toContain('3 of 3 tasks solved');

    const verified = await callCommandLine(['verify', document.dataset, '--json', '--quiet'], {
      cwd: folder,
    });
    expect(verified.code).toBe(0);
    const again = await callDemo(['--out', 'out', '--json', '--quiet']);
    expect({ ...JSON.parse(again.stdout), seconds: 0 }).toEqual({ ...document, seconds: 0 });
  });

  unless(noEngine).it(
    'trains on the failures of round 1 alone, and on no cell that it is judged by',
    async () => {
      const { stdout } = await callDemo(['--out', 'seed-4', '--seed', '4', '--json', '--quiet']);
      const { dataset, scripts, columns, improved } = JSON.parse(stdout);
      expect(improved).toBe(true);
      const { trajectories } = await readTrajectoryFile(dataset);
      const failed = trajectories
        .slice(0, 48)
        .filter(({ task, outcome }) => task.metadata.split === 'train' && outcome?.verdict === 'fail');
      for (const { column } of columns) {
        const { examples } = JSON.parse(await readFile(join(scripts, `${column}.lineage.json`), 'utf8'));
        const pairs = failed
          .filter(({ task }) => task.category === column)
          .map(({ task }) => ({
            input: task.metadata.input ?? null,
            output: task.expected.answer?.value ?? null,
          }));
        expect(examples).toEqual({ count: pairs.length, sha256: sha256(canonicalJson(pairs)) });
      }
    },
  );
});
