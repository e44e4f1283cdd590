import { homedir } from 'node:os';
import { join } from 'node:path';
import { contentHash } from '../core/index.js';
import type { CommandIo } from './command.js';

/**
 * Where the command keeps what it needs to go on with something at a path: with the user's other state, never beside
 * the thing itself, where others may write.
 * @param kind - the folder of such files: `agents`.
 */
export function stateFile(
  kind: string,
  path: string,
  { environment }: Pick<CommandIo, 'environment'>,
): string {
  const home = environment.HOME ?? homedir();
  const state = environment.XDG_STATE_HOME || join(home, '.local', 'state');
  return join(state, 'mettle', kind, `${contentHash(path).slice(0, 16)}.json`);
}
