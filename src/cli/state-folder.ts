import { homedir } from 'node:os';
import { join } from 'node:path';
import { contentHash } from '../core/index.js';
import type { CommandIo } from './command.js';

/** What the command keeps between two calls: agents at work on folders, and jobs over files of records. */
export type StateKind = 'agents' | 'records';

/**
 * Where the command keeps what it needs to continue work on something at a path: with the user's other state, never beside
 * the thing itself, where others may write.
 */
export function stateFolder(kind: StateKind, path: string, io: Pick<CommandIo, 'environment'>): string {
  return join(stateFolders(kind, io), contentHash(path).slice(0, 16));
}

/** The folder that holds all folders of a kind. */
export function stateFolders(kind: StateKind, { environment }: Pick<CommandIo, 'environment'>): string {
  const home = environment.HOME ?? homedir();
  const state = environment.XDG_STATE_HOME || join(home, '.local', 'state');
  return join(state, 'mettle', kind);
}
