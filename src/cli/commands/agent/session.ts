import { access, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isJsonObject } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import {
  type FileTree,
  type FileTreeSnapshot,
  restoreFileTree,
  writeFileAtomically,
} from '../../../filesystem/index.js';
import type { ModelMessage } from '../../../models/index.js';
import { isConversation } from '../../../models/index.js';
import { usageError } from '../../parse-option.js';

/** Work on a folder that is kept between two calls of the command. */
export interface Session {
  readonly task: string;
  readonly messages: readonly ModelMessage[];
  readonly files: FileTree;
  /** The answer, where the agent has given it and only its changes wait to be applied; else null. */
  readonly answer: unknown;
  readonly isAnswered: boolean;
}

const FORMAT = 'mettle/agent-session';

/** Keeps the work: the conversation, and what the files have otherwise than the folder. */
export async function saveSession(path: string, { files, ...rest }: Session): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const document = { format: FORMAT, version: 1, ...rest, files: files.snapshot({ includeBase: false }) };
  await writeFileAtomically(path, JSON.stringify(document));
}

/** Whether work on a folder is kept, readable or not. */
export async function hasSession(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The kept work on a folder. */
export async function loadSession(path: string, workdir: string): Promise<Session> {
  let document: unknown;
  try {
    document = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw usageError(`There is no work on ${workdir} to resume. Give a task.`);
    }
    throw usageError(
      `The kept work in ${path} can't be read: ${errorMessage(error)}. To drop it, give a task with --discard.`,
    );
  }
  if (!isJsonObject(document) || document.format !== FORMAT || document.version !== 1) {
    throw usageError(`${path} holds work of another version. To drop it, give a task with --discard.`);
  }
  const { messages, task, isAnswered, answer } = document;
  if (!isConversation({ messages }))
    throw usageError(`${path} holds no conversation. To drop it, give a task with --discard.`);
  return {
    task: String(task),
    messages: messages as unknown as readonly ModelMessage[],
    files: restoreFileTree(document.files as unknown as FileTreeSnapshot, { base: workdir }),
    isAnswered: isAnswered === true,
    answer: answer ?? null,
  };
}

/** Forgets the work: it was applied, or there is none. */
export async function dropSession(path: string): Promise<void> {
  await rm(path, { force: true });
}
