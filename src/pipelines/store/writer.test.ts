import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeAt } from './append-file.js';
import type { LedgerLine } from './ledger-line.js';
import { Writer } from './writer.js';

const folder = await mkdtemp(join(tmpdir(), 'mettle-writer-'));
afterAll(() => rm(folder, { recursive: true }));

it('keeps what is given the moment that what came before is kept', async () => {
  const kept: LedgerLine[] = [];
  const writer = await Writer.open({
    folder,
    stage: 'runs',
    ledgerEnd: 0,
    segment: 1,
    segmentEnd: 0,
    write: writeAt,
    onKept: (line) => kept.push(line),
  });
  const keep = (item: number) => writer.keep(item, 'a'.repeat(64), `${item}\n`, 'done');
  // Its first callback runs before whatever the writer does when it has nothing left to write.
  await keep(0).then(() => keep(1));
  await Promise.all([keep(2), keep(3)].map((one) => one.then(() => keep(4))));
  await writer.close();
  expect(kept.map(({ item }) => item)).toEqual([0, 1, 2, 3, 4, 4]);
  expect(await readFile(join(folder, 'runs-0001.jsonl'), 'utf8')).toBe('0\n1\n2\n3\n4\n4\n');
});
