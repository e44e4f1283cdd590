import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson, isJsonObject, type Json, type JsonObject, MettleError } from '../../core/index.js';
import { errorMessage, packageVersion } from '../../core/internal.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import { lockFolder } from '../../filesystem/internal.js';
import { pipelineError } from '../error-codes.js';
import type { FlywheelLesson } from './flywheel-round.js';

/** Where a flywheel keeps what it did. */
export interface FlywheelFolder extends Disposable {
  /** The folder of the account of model calls that all runs share. */
  readonly account: string;
  /** Writes down what decides the rounds, once the first of them could be played. */
  begin(): Promise<void>;
  /** The runs of a round's measurement. */
  benchmark(round: number): string;
  /** The runs of what a round practised. */
  practice(round: number): string;
  /** The skills that a round kept. */
  skills(round: number): string;
  /** The folders of skills that rounds kept so far, the newest first. */
  skillFolders(): readonly string[];
  /** What a round learned: kept, so that it is found out once. Null where finding out was broken off. */
  lesson(round: number, learn: () => Promise<FlywheelLesson | null>): Promise<FlywheelLesson | null>;
  write(name: string, text: string): Promise<void>;
}

const SETTINGS = 'settings.json';

/**
 * Opens the folder of a flywheel, which no other process may work on.
 * @throws {MettleError} `pipelines/output_exists`, `pipelines/other_run`, `pipelines/output_unwritable`, `filesystem/folder_locked`.
 */
export async function openFlywheelFolder(
  folder: string,
  { resume, settings }: { readonly resume: boolean; readonly settings: JsonObject },
): Promise<FlywheelFolder> {
  const lock = locked(folder);
  const all = { ...settings, mettle: packageVersion(), version: 1 };
  try {
    await checkSettings(folder, { resume, settings: all });
  } catch (error) {
    lock.release();
    throw error;
  }
  const inRound = (round: number, what: string): string => join(folder, `round-${round}`, what);
  const kept: string[] = [];
  return {
    account: join(folder, 'account'),
    begin: () => writeFileAtomically(join(folder, SETTINGS), `${canonicalJson(all)}\n`),
    benchmark: (round) => inRound(round, 'benchmark'),
    practice: (round) => inRound(round, 'practice'),
    skills: (round) => inRound(round, 'skills'),
    skillFolders: () => [...kept].reverse(),
    lesson: async (round, learn) => {
      const file = inRound(round, 'lesson.json');
      const earlier = await readLesson(file);
      if (earlier === null) {
        // What a kill left of skills is none.
        await rm(inRound(round, 'skills'), { recursive: true, force: true });
        await mkdir(inRound(round, 'skills'), { recursive: true });
      }
      const lesson = earlier ?? (await learn());
      if (lesson === null) return null;
      if (earlier === null) await writeFileAtomically(file, `${JSON.stringify(lesson, null, 1)}\n`);
      if (lesson.skills.some(({ rejected }) => rejected === null)) kept.push(inRound(round, 'skills'));
      return lesson;
    },
    write: (name, text) => writeFileAtomically(join(folder, name), text),
    [Symbol.dispose]: () => lock.release(),
  };
}

function locked(folder: string): { release(): void } {
  try {
    return lockFolder(join(folder, '.flywheel.lock'), folder, 'flywheel');
  } catch (error) {
    if (MettleError.isInstance(error)) throw error;
    throw pipelineError('output_unwritable', `Cannot write to ${folder}: ${errorMessage(error)}.`, {
      cause: error,
    });
  }
}

async function checkSettings(
  folder: string,
  { resume, settings }: { readonly resume: boolean; readonly settings: JsonObject },
): Promise<void> {
  const earlier = await readJson(join(folder, SETTINGS));
  const hasRounds = await stat(join(folder, 'round-1')).then(
    () => true,
    () => false,
  );
  if (hasRounds && !resume) {
    throw pipelineError(
      'output_exists',
      `${folder} holds a flywheel already. Continue it (resume), or choose another place.`,
    );
  }
  if (!hasRounds || !isJsonObject(earlier)) return;
  const differing = Object.keys(settings).filter((name) => earlier[name] !== settings[name]);
  if (differing.length === 0) return;
  const words = differing.map(
    (name) => `${name} was ${JSON.stringify(earlier[name] ?? null)}, is ${JSON.stringify(settings[name])}`,
  );
  throw pipelineError(
    'other_run',
    `The flywheel in ${folder} has other options: ${words.join('; ')}. Choose another folder.`,
  );
}

async function readLesson(file: string): Promise<FlywheelLesson | null> {
  const value = await readJson(file);
  return isJsonObject(value) && Array.isArray(value.skills) ? (value as unknown as FlywheelLesson) : null;
}

/** Null for a file that there is not, and one that is cut off. */
async function readJson(file: string): Promise<Json | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Json;
  } catch {
    return null;
  }
}
