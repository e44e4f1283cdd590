import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { BUILT, endOf, runsFile, startTraining } from './killed-training.fixture.js';

const EPOCHS = 6;
const KILLS = 4;

unless(existsSync(BUILT) ? null : 'the package is not built').describe(
  'a training in a process of its own',
  () => {
    let folder: string;
    let undisturbed: { readonly runs: number; readonly result: string | null };
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'mettle-killed-'));
      undisturbed = await endOf(
        startTraining({ journal: join(folder, 'whole'), concurrency: 1, epochs: EPOCHS }),
      );
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    test(`killed ${KILLS} times and resumed, it ends as one that nothing disturbed`, async () => {
      const journal = join(folder, 'killed');
      const random = new RandomStream(1, 'kills');
      const most = Math.floor(undisturbed.runs / KILLS);
      for (let kill = 0; kill < KILLS; kill++) {
        const concurrency = 1 + (kill % 4);
        await endOf(startTraining({ journal, concurrency, epochs: EPOCHS }), random.integer(1, most));
      }
      const last = await endOf(startTraining({ journal, concurrency: 3, epochs: EPOCHS }));
      expect(last.result).toBe(undisturbed.result);
      expect(JSON.parse(last.result as string)).toMatchObject({ shipped: true, stopReason: 'epochs' });
      // Nothing that was recorded is run again: only what was under way at a kill is.
      const recorded = readFileSync(journal, 'utf8').split('"fact":"outcome"').length - 1;
      expect(recorded).toBe(undisturbed.runs);
      expect(readFileSync(runsFile(journal)).length).toBeGreaterThanOrEqual(recorded);
      expect(last.runs).toBeLessThan(undisturbed.runs);
    });

    test('a program that waits for ever does not end the process in silence', () => {
      const script = `
      const { Trainer } = await import(${JSON.stringify(BUILT)});
      const program = { inputNames: ['input'], outputNames: ['output'], variables: [], run: () => new Promise(() => {}) };
      const trainer = new Trainer(program, { reward: () => 1, secondsPerSample: 0.05 });
      console.log(JSON.stringify(await trainer.evaluate([{}], [{}])));`;
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
      });
      expect(JSON.parse(stdout)).toEqual({ reward: 0, samples: 1, failed: 1 });
    });

    unless(process.platform === 'win32' ? 'Windows has no limit on the blocks of a file' : null).it(
      'with a disk that is full, it says so and loses nothing',
      async () => {
        const journal = join(folder, 'full');
        const full = await endOf(startTraining({ journal, concurrency: 2, epochs: EPOCHS, blocks: 20 }));
        expect(JSON.parse(full.result as string)).toMatchObject({ code: 'training/journal_write_failed' });
        const kept = readFileSync(journal, 'utf8');
        expect(kept.endsWith('\n')).toBe(true);
        const resumed = await endOf(startTraining({ journal, concurrency: 2, epochs: EPOCHS }));
        expect(resumed.result).toBe(undisturbed.result);
        expect(readFileSync(journal, 'utf8').startsWith(kept)).toBe(true);
      },
    );
  },
);
