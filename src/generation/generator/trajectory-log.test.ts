import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { encodeTrajectories } from '../../records/index.js';
import { dearerThan, openFruitWorld } from './generator.fixture.js';
import { AgentTrajectoryGenerator } from './trajectory-generator.js';
import { openTrajectoryLog } from './trajectory-log.js';

const folder = await mkdtemp(join(tmpdir(), 'mettle-log-'));
afterAll(() => rm(folder, { recursive: true }));
const environment = await openFruitWorld();
const { trajectories } = await new AgentTrajectoryGenerator({ useMock: true }).generateBatch(
  [10, 40, 60].map((cents) => dearerThan(environment, cents)),
);
const [first, second, third] = trajectories;
if (first === undefined || second === undefined || third === undefined) throw new Error('no trajectories');
let count = 0;
const newPath = () => join(folder, `${count++}.jsonl`);

it('goes on after any byte at which a writer was killed, and ends byte for byte the same', async () => {
  const whole = encodeTrajectories(trajectories);
  const cuts = [0, 1, 100, encodeTrajectories([first]).length - 1, encodeTrajectories([first]).length];
  for (const cut of [...cuts, encodeTrajectories([first, second]).length + 7, whole.length]) {
    const path = newPath();
    await writeFile(path, Buffer.from(whole).subarray(0, cut));
    await using log = await openTrajectoryLog(path, { resume: true });
    for (const trajectory of trajectories.slice(log.found.length)) await log.append(trajectory);
    expect(await readFile(path, 'utf8')).toBe(whole);
    expect(log.found).toEqual(trajectories.slice(0, log.found.length));
  }
});

it('refuses a file that holds trajectories unless it is told to go on, and one that holds something else', async () => {
  const path = newPath();
  await writeFile(path, encodeTrajectories([first]));
  await expect(openTrajectoryLog(path)).rejects.toThrow('holds 1 trajectory already');
  await appendFile(path, '{"a":1}\n');
  await expect(openTrajectoryLog(path, { resume: true })).rejects.toThrow(/line 2: No trajectory record/);
  await expect(openTrajectoryLog(join(folder, 'none', 'x.jsonl'))).rejects.toThrow(/^Cannot write .*ENOENT/);
});

it('keeps a last record without its line break, and touches nothing unless it is told to go on', async () => {
  const path = newPath();
  const whole = encodeTrajectories([first]);
  await writeFile(path, whole.trimEnd());
  await expect(openTrajectoryLog(path)).rejects.toThrow('holds 1 trajectory already');
  expect(await readFile(path, 'utf8')).toBe(whole.trimEnd());
  await using log = await openTrajectoryLog(path, { resume: true });
  expect(log.found).toEqual([first]);
  expect(await readFile(path, 'utf8')).toBe(whole);

  const notes = newPath();
  await writeFile(notes, 'my notes');
  await expect(openTrajectoryLog(notes)).rejects.toThrow('holds something already');
  expect(await readFile(notes, 'utf8')).toBe('my notes');
});

it('leaves nothing half-written when the disk is full', async () => {
  const path = newPath();
  let left = 1;
  await using log = await openTrajectoryLog(path, {
    write: async (file, bytes, position) => {
      await file.write(bytes, 0, left > 0 ? bytes.byteLength : 50, position);
      if (left-- <= 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    },
  });
  await log.append(first);
  await expect(log.append(second)).rejects.toThrow(
    `Cannot write ${path}: the disk is full; free some space, then resume.`,
  );
  expect(await readFile(path, 'utf8')).toBe(encodeTrajectories([first]));
});
