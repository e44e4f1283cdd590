import type { FileTree } from '../../filesystem/index.js';
import { failed, type ToolAnswer } from './coding-workspace.js';

/** A text in a file that is to be replaced. */
export interface TextEdit {
  readonly find: string;
  readonly replace: string;
  readonly all: boolean;
}

/** Puts texts in the place of others, one edit after another: all of them or none. Gives how often each was found, or why it can't be done. */
export function editTexts(
  files: FileTree,
  key: string,
  edits: readonly TextEdit[],
  missing: string,
): readonly number[] | ToolAnswer {
  if (!files.exists(key) || files.stat(key).kind === 'directory') return failed('missing_file', missing);
  let text = files.readText(key, { invalid: 'replace' });
  const counts: number[] = [];
  for (const { find, replace, all } of edits) {
    if (find === replace) {
      return failed('no_change', 'No changes to make: old_string and new_string are exactly the same.');
    }
    const count = find === '' ? (text === '' ? 1 : 0) : text.split(find).length - 1;
    if (count === 0) return failed('not_found', `String to replace not found in file.\nString: ${find}`);
    if (count > 1 && !all) {
      return failed(
        'not_unique',
        `Found ${count} matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\nString: ${find}`,
      );
    }
    text = find === '' ? replace : all ? text.split(find).join(replace) : text.replace(find, () => replace);
    counts.push(count);
  }
  files.writeText(key, text);
  return counts;
}
