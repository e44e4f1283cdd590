import { locateLoosely, type Side } from './differences.js';
import type { TreeEditor } from './tree-editor.js';

/**
 * Makes a path of a tree hold what a side holds. Whatever stands in the way goes: the thing at the path when it is
 * of another kind, and with `clear` also what a directory there holds and a file where a directory is needed.
 * Returns whether anything changed.
 */
export function applySide(
  editor: TreeEditor,
  names: readonly string[],
  side: Side | undefined,
  clear: boolean,
): boolean {
  const wanted = side?.kind;
  let changed = false;
  if (clear && side !== undefined) changed = clearWay(editor, names);
  const found = locateLoosely(editor.view, names);
  if (found?.kind === 'directory' && wanted !== 'directory') {
    editor.removeDirectory(names, { recursive: clear });
    changed = true;
  } else if (found !== undefined && found.kind !== 'directory') {
    if (wanted !== 'file' || found.kind === 'host_link') {
      editor.removeFile(names);
      changed = true;
    }
  }
  if (side?.kind === 'file') return editor.write(names, side.bytes(), { mode: side.mode }) || changed;
  if (side?.kind === 'directory') {
    if (found?.kind === 'directory') return editor.setMode(names, side.mode) || changed;
    return editor.makeDirectory(names, { parents: true, mode: side.mode }) || changed;
  }
  return changed;
}

/** Removes a file or a link that stands where the path needs a directory. */
function clearWay(editor: TreeEditor, names: readonly string[]): boolean {
  for (let depth = 1; depth < names.length; depth++) {
    const above = names.slice(0, depth);
    const found = locateLoosely(editor.view, above);
    if (found === undefined) return false;
    if (found.kind !== 'directory') {
      editor.removeFile(above);
      return true;
    }
  }
  return false;
}
