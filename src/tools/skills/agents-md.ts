import { MettleError } from '../../core/index.js';
import { startOf, visibleText } from '../../core/internal.js';
import { createFileTree, type FileTree } from '../../filesystem/index.js';
import { toolError } from '../error-codes.js';

/** Characters of `AGENTS.md` that are taken. */
const MAX_TEXT = 100_000;

/**
 * The `AGENTS.md` at the top of a folder or of a file tree, as it is now; null where there is none or it is empty. Control
 * characters are made visible, and what is over 100,000 characters is cut off.
 *
 * @throws {MettleError} `tools/invalid_agents_md` when it cannot be read as text; `filesystem/invalid_base` when the folder
 *   cannot be read.
 */
export function readAgentsMd(files: string | FileTree): string | null {
  const tree = typeof files === 'string' ? createFileTree({ base: files }) : files;
  let text: string;
  let characters: number;
  try {
    if (!tree.exists('/AGENTS.md')) return null;
    const whole = tree.readText('/AGENTS.md');
    characters = whole.length;
    text = visibleText(startOf(whole, MAX_TEXT)).trim();
  } catch (error) {
    if (!MettleError.isInstance(error)) throw error;
    throw toolError('invalid_agents_md', `AGENTS.md cannot be read: ${error.message}`, { cause: error });
  }
  if (text === '') return null;
  if (characters <= MAX_TEXT && text.length <= MAX_TEXT) return text;
  const mark = `\n[cut off: ${characters} characters in all]`;
  return startOf(text, MAX_TEXT - mark.length) + mark;
}
