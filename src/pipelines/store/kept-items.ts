import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ItemSet } from './item-set.js';
import { readLedger } from './read-ledger.js';
import { ledgerName } from './writer.js';

/** How many items have a result that is kept. */
export interface KeptCounts {
  readonly all: number;
  readonly byWriter: ReadonlyMap<string, number>;
}

/** Counts the items whose results the writers in a folder have kept; nothing is changed. */
export async function countKept(folder: string, stage: string): Promise<KeptCounts> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const all = new ItemSet();
  const byWriter = new Map<string, number>();
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const own = new ItemSet();
    await readLedger(join(folder, name, ledgerName(stage)), 0, ({ item }) => {
      all.add(item);
      own.add(item);
    });
    if (own.size > 0) byWriter.set(name, own.size);
  }
  return { all: all.size, byWriter };
}
