import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SessionSteps } from '../../agents/index.js';
import { defineOptions, isJsonObject, type Json, type JsonObject, option } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { pipelineError } from '../error-codes.js';
import { generationFileNames as names } from '../recipe/generation-files.js';
import { openKeptResults } from './kept-results.js';

/** What {@link openSessionFolder} takes. */
export interface SessionFolderOptions {
  readonly folder: string;
  /** What the agent is asked to do, for a new session. What the folder held before is dropped. Default: the one that is there continues. */
  readonly task?: string;
  /** The folder that a new session's agent works on a copy of. */
  readonly workdir?: string;
  /** Hears of what a crash left behind, a line each. */
  readonly onProblem?: (line: string) => void;
}

/** What a session is about. */
export interface SessionFacts {
  readonly task: string;
  /** Null for an agent without a folder. */
  readonly workdir: string | null;
}

/** The steps of an agent's session, in a folder in the format of every run. */
export interface SessionFolder extends SessionSteps, SessionFacts, AsyncDisposable {
  readonly folder: string;
  /** Lets another process at the folder. */
  close(): Promise<void>;
}

const checkOptions = defineOptions<SessionFolderOptions>()('openSessionFolder', {
  folder: option.required(option.text),
  task: option.string,
  workdir: option.text,
  onProblem: option.callback,
});

/** What `run.json` says of a session beside its facts. */
const COMMAND = 'agent';

/**
 * Opens a folder that keeps the steps of an agent, for `openAgentSession`. One process at a time works in it.
 * @throws {MettleError} `pipelines/no_agent_session` if there is none to continue; `filesystem/folder_locked`, `pipelines/write_failed`.
 */
export async function openSessionFolder(options: SessionFolderOptions): Promise<SessionFolder> {
  const { folder, task, workdir = null, onProblem = () => undefined } = checkOptions(options);
  const facts = task === undefined ? await readSessionFacts(folder) : { task, workdir };
  if (facts === null) {
    throw pipelineError(
      'no_agent_session',
      `${folder} holds no session to continue. Give a task to begin one.`,
    );
  }
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const kept = await openKeptResults({
    folder,
    run: { command: COMMAND, ...facts },
    resume: task === undefined,
    onProblem,
  });
  const earlier: Json[] = [];
  for (;;) {
    const step = await kept.read(earlier.length);
    if (step === null) break;
    earlier.push(step);
  }
  let count = earlier.length;
  return {
    folder,
    ...facts,
    earlier,
    append: async (step) => {
      await kept.keep(count++, step);
      if (step.kind === 'end' && step.stop_reason === 'answered')
        await kept.finish({ results: count, passRate: null });
    },
    close: async () => {
      await kept[Symbol.asyncDispose]();
    },
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

/** What the session in a folder is about; null where there is none. */
export async function readSessionFacts(folder: string): Promise<SessionFacts | null> {
  let text: string;
  try {
    text = await readFile(join(folder, names.run), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw unreadable(folder, error);
  }
  const run = parsed(folder, text);
  return isJsonObject(run) ? sessionFactsOf(run) : null;
}

/** What a `run.json` says of a session; null if it's another run's. */
export function sessionFactsOf({ command, task, workdir }: JsonObject): SessionFacts | null {
  if (command !== COMMAND || typeof task !== 'string') return null;
  return { task, workdir: typeof workdir === 'string' ? workdir : null };
}

/** Deletes a session. */
export async function dropSessionFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

function parsed(folder: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw unreadable(folder, error);
  }
}

function unreadable(folder: string, error: unknown): Error {
  return pipelineError(
    'no_agent_session',
    `The session in ${folder} can't be read: ${errorMessage(error)}.`,
    {
      cause: error,
    },
  );
}
