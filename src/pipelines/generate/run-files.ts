import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  canonicalJson,
  contentHash,
  type Json,
  type JsonObject,
  type MettleError,
} from '../../core/index.js';
import { errorMessage, listed } from '../../core/internal.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import { pipelineError } from '../error-codes.js';
import { generationFileNames as names } from '../recipe/generation-files.js';
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
    const path = join(folder, name);
    if (isResumed) await checkSame(path, content);
    else await writeFileAtomically(path, `${JSON.stringify(content, null, 1)}\n`);
  }
}

function worldsContent(worlds: FolderWork['worlds']): JsonObject {
  const [first, ...others] = worlds.map((world) => ({ ...world }));
  return others.length === 0 && first !== undefined ? first : { worlds: worlds.map((each) => ({ ...each })) };
}

async function checkSame(path: string, content: JsonObject): Promise<void> {
  let found: JsonObject;
  try {
    found = JSON.parse(await readFile(path, 'utf8')) as JsonObject;
  } catch (error) {
    throw otherRun(`Cannot go on: ${path} is not readable (${errorMessage(error)})`);
  }
  const changed = Object.keys({ ...found, ...content })
    .filter((name) => name !== 'fingerprint' || path.endsWith(names.world))
    .filter((name) => textOf(found[name]) !== textOf(content[name]))
    .map((name) => changeOf(name, found[name], content[name]));
  // A fingerprint that differs alone is that of other worlds, which have a file of their own.
  if (changed.length > 0) throw otherRun(`Cannot go on: ${path} is of another run (${listed(changed)})`);
}

/** What differs, with both values where they are short. */
function changeOf(name: string, before: Json | undefined, now: Json | undefined): string {
  const [from, to] = [textOf(before), textOf(now)];
  return from.length + to.length > 50 ? `${name} differs` : `${name} was ${from}, is ${to}`;
}

function textOf(value: Json | undefined): string {
  return canonicalJson(value ?? null);
}

function otherRun(what: string): MettleError {
  return pipelineError('other_run', `${what}. Use the same options as before, or another folder.`);
}
