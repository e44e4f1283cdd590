import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readLedger } from './read-ledger.js';
import { ledgerName } from './writer.js';

/** The items whose results the writers in a folder have kept, by writer; nothing is changed. */
export async function keptItems(
  folder: string,
  stage: string,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = new Map<string, ReadonlySet<number>>();
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const items = new Set<number>();
    await readLedger(join(folder, name, ledgerName(stage)), 0, ({ item }) => items.add(item));
    if (items.size > 0) found.set(name, items);
  }
  return found;
}
