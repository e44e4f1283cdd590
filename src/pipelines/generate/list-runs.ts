import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { generationFileNames as names, stageNames } from '../recipe/generation-files.js';
import { countKept } from '../store/kept-items.js';
import { type SessionFacts, sessionFactsOf } from '../store/session-folder.js';

/** A run in a folder. */
export interface ListedRun {
  readonly folder: string;
  /** Runs of tasks that are kept. */
  readonly kept: number;
  /** Those that the written files hold; null where there are none yet. */
  readonly written: number | null;
  readonly passRate: number | null;
  readonly verifiedRate: number | null;
  readonly playedBy: readonly string[];
  readonly fingerprint: string | null;
  /** The command whose work it is; null for runs of recipes. */
  readonly command: string | null;
  /** Of an agent's session: what it is about. */
  readonly session: SessionFacts | null;
  /** Of a job over a file of records: the first file that it writes. */
  readonly output: string | null;
}

/** Folders in folders that are looked into. */
const DEPTH = 3;
/** Folders that are looked into, of a tree that may hold anything. */
const MOST_FOLDERS = 10_000;

/** The runs in a folder and the folders in it, by name. Nothing is opened that may be written. */
export async function listRuns(folder: string): Promise<readonly ListedRun[]> {
  const found: ListedRun[] = [];
  let left = MOST_FOLDERS;
  const look = async (path: string, depth: number): Promise<void> => {
    left -= 1;
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    const run = entries.some(({ name }) => name === names.run) ? await readRun(path) : null;
    if (run !== null) found.push(run);
    if (run !== null || depth === 0) return;
    const folders = entries.filter(
      (entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name),
    );
    for (const { name } of folders.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (left > 0) await look(join(path, name), depth - 1);
    }
  };
  await look(folder, DEPTH);
  return found;
}

async function readRun(folder: string): Promise<ListedRun | null> {
  const run = await readObject(join(folder, names.run));
  if (run === null || typeof run.fingerprint !== 'string') return null;
  const kept = await countKept(join(folder, names.runFolder), stageNames.runs);
  const summary = await readObject(join(folder, names.summary));
  const {
    trajectories,
    results,
    pass_rate: passRate,
    verified_rate: verifiedRate,
    played_by: playedBy,
  } = summary ?? {};
  const players = run.played_by ?? playedBy ?? [];
  return {
    folder,
    kept: kept.all,
    written: numberOf(trajectories ?? results),
    passRate: numberOf(passRate),
    verifiedRate: numberOf(verifiedRate),
    playedBy: [players].flat().filter((player) => typeof player === 'string'),
    fingerprint: run.fingerprint,
    command: typeof run.command === 'string' ? run.command : null,
    session: sessionFactsOf(run),
    output: typeof run.output === 'string' ? run.output : null,
  };
}

async function readObject(path: string): Promise<JsonObject | null> {
  try {
    const value = JSON.parse(await readFile(path, 'utf8')) as Json;
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function numberOf(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
