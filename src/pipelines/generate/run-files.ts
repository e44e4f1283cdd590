import { join } from 'node:path';
import { contentHash, type JsonObject } from '../../core/index.js';
import { generationFileNames as names } from '../recipe/generation-files.js';
import { writeRunFile } from '../store/run-file.js';
import type { FolderWork } from './folder-work.js';

/** Version of `run.json` and `world.json`. */
const VERSION = 1;

/** A hash of all that decides the runs and scores of a folder, hex. */
export function fingerprintOf({ worlds, run }: Pick<FolderWork, 'worlds' | 'run'>): string {
  return contentHash({ version: VERSION, worlds: worldsContent(worlds), run });
}

/**
 * Writes what the folder's runs are made by, or makes sure that those that are there were made by the same.
 * @throws {MettleError} `pipelines/other_run`, naming what differs.
 */
export async function writeRunFiles(
  folder: string,
  work: Pick<FolderWork, 'worlds' | 'run'>,
  isResumed: boolean,
): Promise<void> {
  const files: readonly (readonly [string, JsonObject])[] = [
    [names.run, { version: VERSION, fingerprint: fingerprintOf(work), ...work.run }],
    [names.world, { version: VERSION, ...worldsContent(work.worlds) }],
  ];
  for (const [name, content] of files) {
    await writeRunFile(join(folder, name), content, isResumed);
  }
}

function worldsContent(worlds: FolderWork['worlds']): JsonObject {
  const [first, ...others] = worlds.map((world) => ({ ...world }));
  return others.length === 0 && first !== undefined ? first : { worlds: worlds.map((each) => ({ ...each })) };
}
