import { resolve } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { readHostLines } from '../../../filesystem/internal.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';

/** What a file says of one trajectory, such as a line that `mettle judge` writes. */
export interface JudgedLine {
  readonly trajectoryId: string;
  readonly entry: JsonObject;
}

/** The longest line of such a file. */
const MAX_JUDGED_BYTES = 2 ** 20;

/**
 * Reads what a file of JSON lines says of trajectories.
 * @param kind - what it holds, for errors: `scores`.
 * @param example - a line of it, for errors.
 * @throws {MettleError} `cli/usage` for a line that is not about a trajectory; as `readHostLines`.
 */
export async function* readJudged(
  file: string,
  { kind, example }: { readonly kind: string; readonly example: string },
  io: Pick<CommandIo, 'cwd' | 'signal'>,
): AsyncGenerator<JudgedLine, void, undefined> {
  for await (const { line, text } of readHostLines(resolve(io.cwd, file), kind, {
    maxLineBytes: MAX_JUDGED_BYTES,
  })) {
    io.signal.throwIfAborted();
    if (text !== null && text.trim() === '') continue;
    const entry = text === null ? null : parsed(text);
    const id = isJsonObject(entry) ? entry.trajectory_id : undefined;
    if (!isJsonObject(entry) || typeof id !== 'string') {
      throw usageError(`${file}, line ${line}: expected ${example}.`);
    }
    yield { trajectoryId: id, entry };
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
