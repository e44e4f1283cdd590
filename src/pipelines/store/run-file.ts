import { readFile } from 'node:fs/promises';
import { canonicalJson, type Json, type JsonObject, type MettleError } from '../../core/index.js';
import { errorMessage, listed } from '../../core/internal.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import { pipelineError } from '../error-codes.js';
import { generationFileNames as names } from '../recipe/generation-files.js';

/**
 * Writes a file that says what a run is made by, or makes sure that the one that is there says the same.
 * @throws {MettleError} `pipelines/other_run`, naming what differs.
 */
export async function writeRunFile(path: string, content: JsonObject, isResumed: boolean): Promise<void> {
  if (isResumed) await checkSame(path, content);
  else await writeFileAtomically(path, `${JSON.stringify(content, null, 1)}\n`);
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
  if (changed.length === 0) return;
  const what = listed(changed);
  throw otherRun(`Cannot go on: ${path} is of another run (${what})`, what);
}

/** What differs, with both values where they are short. */
function changeOf(name: string, before: Json | undefined, now: Json | undefined): string {
  const [from, to] = [textOf(before), textOf(now)];
  return from.length + to.length > 50 ? `${name} differs` : `${name} was ${from}, is ${to}`;
}

function textOf(value: Json | undefined): string {
  return canonicalJson(value ?? null);
}

function otherRun(what: string, changed?: string): MettleError {
  return pipelineError('other_run', `${what}. Use the same options as before, or another folder.`, {
    details: changed === undefined ? {} : { changed },
  });
}
