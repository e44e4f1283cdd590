/**
 * What the commands take for files of SQL records: processor time of a run that `mettle generate` plays and of a record that
 * `mettle verify` replays, without what starting them takes, and how much more memory ten times the records take.
 * METTLE_RECORDS is how many there are (default 10,000).
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeTrajectories, readTrajectoryFile, type Trajectory, trajectoryId } from 'mettle/records';
import type { BenchSuite, Figure } from './harness.js';

const RECORDS = Number(process.env.METTLE_RECORDS ?? 10_000);
const GENERATED = 1_000;
const ENTRY = join(dirname(fileURLToPath(import.meta.resolve('mettle'))), 'cli', 'main.js');

interface Measured {
  /** Milliseconds of processor time, helper threads included. */
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Runs a command of Mettle in a process of its own. */
function measured(...args: readonly string[]): Measured {
  const script = `
    process.on('exit', () => {
      const { user, system } = process.cpuUsage();
      console.error('MEASURED ' + (user + system) / 1000 + ' ' + process.resourceUsage().maxRSS / 1024);
    });
    process.argv.splice(1, 0, ${JSON.stringify(ENTRY)});
    await import(${JSON.stringify(ENTRY)});`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, '--', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [, milliseconds, megabytes] = /MEASURED (\S+) (\S+)/.exec(stderr) ?? [];
  if (milliseconds === undefined) throw new Error(stderr);
  return { milliseconds: Number(milliseconds), megabytes: Number(megabytes) };
}

/** Files of so many records each, made from the first by other ids, with the world beside them. */
function repeat(records: readonly Trajectory[], folder: string, count: number): string {
  const file = join(folder, `${count}.jsonl`);
  for (let made = 0; made < count; made += records.length) {
    const copies = records.slice(0, count - made).map((record, index) => {
      const task = { ...record.task, metadata: { ...record.task.metadata, copy: made + index } };
      const copy = { ...record, task };
      return { ...copy, id: trajectoryId(copy) };
    });
    appendFileSync(file, encodeTrajectories(copies));
  }
  return file;
}

export const suite: BenchSuite = {
  name: 'record-files',
  async figures(): Promise<readonly Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), 'mettle-record-files-'));
    try {
      const generate = (count: number, name: string, ...more: readonly string[]): Measured =>
        measured(
          ...['generate', '--env', 'sql', '--policy', 'mixed', '--workers', '0', '--quiet'],
          ...['--count', String(count), '--out', join(folder, name), ...more],
        );
      const perRun = (name: string, ...more: readonly string[]): number =>
        (generate(3 * GENERATED, `${name}-3`, ...more).milliseconds -
          generate(GENERATED, name, ...more).milliseconds) /
        (2 * GENERATED);
      const unverified = perRun('unverified', '--no-verify');
      const verified = perRun('verified');
      const { trajectories } = await readTrajectoryFile(join(folder, 'verified', 'trajectories.jsonl'));
      const files = join(folder, 'files');
      mkdirSync(files);
      copyFileSync(join(folder, 'verified', 'world.json'), join(files, 'world.json'));
      const verify = (count: number): Measured =>
        measured('verify', repeat(trajectories, files, count), '--quiet', '--concurrency', '2');
      const [few, many] = [verify(RECORDS / 10), verify(RECORDS)];
      const perRecord = (many.milliseconds - few.milliseconds) / (0.9 * RECORDS);
      const records = RECORDS.toLocaleString('en-US');
      return [
        {
          name: 'a run that generate plays',
          value: unverified,
          unit: 'ms',
          claim: 'under 6.7 (300/s on two processors)',
        },
        { name: 'a run that it plays and verifies', value: verified, unit: 'ms', claim: 'under 6.7' },
        {
          name: 'a record that verify replays, in two threads',
          value: perRecord,
          unit: 'ms',
          claim: 'under 4 (500/s on two processors)',
        },
        {
          name: `memory of verify with ${records} records`,
          value: many.megabytes,
          unit: 'MB',
          claim: 'under 600',
        },
        {
          name: 'that with ten times the records, as a multiple',
          value: many.megabytes / few.megabytes,
          unit: '×',
          claim: 'under 1.5',
        },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
