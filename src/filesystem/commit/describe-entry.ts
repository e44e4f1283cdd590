import { visibleText } from '../../core/internal.js';
import type { HostSide } from './host-side.js';
import type { ReviewEntry } from './review.js';

/** What a commit would do at a path, on one line that no file name can imitate: `replace link data -> old by a folder`. */
export function describeEntry({ path, before, after }: ReviewEntry): string {
  if (after === null) return `delete ${named(path, before)}`;
  if (before === null) return `create ${named(path, after)}${isExecutable(after) ? ' (executable)' : ''}`;
  if (before.kind !== after.kind) return `replace ${named(path, before)} by a ${wordFor(after)}`;
  const modes = modeChange(before, after);
  return `change ${named(path, after)}${modes === null ? '' : ` (mode ${modes})`}`;
}

/** Whether a patch in git's format shows all that {@link describeEntry} says. */
export function isInPatch({ before, after }: ReviewEntry): boolean {
  const isFile = (side: HostSide | null): boolean => side === null || side.kind === 'file';
  return isFile(before) && isFile(after) && modeChange(before, after) === null;
}

/** Whether a side is a file that the system would run by its name. */
export function isExecutable(side: HostSide | null): boolean {
  return side?.kind === 'file' && (side.mode & 0o111) !== 0;
}

function named(path: string, side: HostSide | null): string {
  if (side?.kind === 'link') return `link ${quotedPath(path)} -> ${quotedPath(side.target)}`;
  return side?.kind === 'directory' ? `folder ${quotedPath(path)}` : quotedPath(path);
}

function wordFor(side: HostSide): string {
  return side.kind === 'directory' ? 'folder' : side.kind;
}

function modeChange(before: HostSide | null, after: HostSide | null): string | null {
  if (before === null || after === null || before.kind === 'link' || after.kind === 'link') return null;
  return before.mode === after.mode ? null : `${before.mode.toString(8)} -> ${after.mode.toString(8)}`;
}

/** A path on one line, in quotes where it holds anything unusual. */
export function quotedPath(path: string): string {
  return /^[\w./@+-]+$/.test(path) ? path : visibleText(JSON.stringify(path));
}
