import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/index.js';
import { type CommandLineResult, callCommandLine } from '../command-line.fixture.js';

const hasMonty = await createSandbox({ engine: 'monty' }).then(
  (sandbox) => sandbox.close().then(() => true),
  () => false,
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-demo-command-'));
});
afterAll(() => rm(folder, { recursive: true }));

const call = (...argv: readonly string[]): Promise<CommandLineResult> =>
  callCommandLine(['demo', ...argv], { cwd: folder });

describe('mettle demo', () => {
  it.skipIf(!hasMonty)(
    'writes its files and one JSON document (skipped where Monty cannot run)',
    async () => {
      const { code, stdout, stderr } = await call('--seed', '0', '--json', '--quiet');
      expect(stderr).toBe('');
      expect(code).toBe(0);
      const document = JSON.parse(stdout);
      expect(document).toMatchObject({
        rounds: [
          { round: 1, tasks: 150, verified_rate: 1 },
          { round: 2, tasks: 150, verified_rate: 1 },
        ],
        improved: true,
        dataset: join(folder, 'mettle-demo', 'trajectories.jsonl'),
        report: join(folder, 'mettle-demo', 'report.html'),
      });
      expect(document.rounds[1].pass_rate).toBeGreaterThan(document.rounds[0].pass_rate);
      expect(document.seconds).toBeGreaterThan(0);
      expect(await readFile(document.report, 'utf8')).toContain('</html>');
    },
    120_000,
  );
});
