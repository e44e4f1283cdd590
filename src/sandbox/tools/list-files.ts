import type { FileTree } from '../../filesystem/index.js';
import { countThatFits, noFileMatches } from './bounds.js';
import { pageOf } from './page.js';
import { defineTool, type SandboxTool } from './sandbox-tool.js';

/** Folders whose totals are given. */
const MAX_FOLDERS = 100;

/**
 * `list_files(pattern, offset, limit)` → `{files, total, offset, truncated}`: files only, sorted, without a slash in front.
 * Where not all fit, `next_offset` is where to go on and `folders` says how many each folder holds; where there are none,
 * `note` says why.
 */
export function listFilesTool(files: FileTree): SandboxTool {
  return defineTool({
    name: 'list_files',
    description:
      'List files by glob pattern. * and ? stay within one folder, ** crosses folders, [a-z] is a range.',
    properties: {
      pattern: { type: 'string', description: 'glob pattern', default: '**/*' },
      offset: { type: 'integer', description: 'first file to return, counted from 1', default: 1 },
      limit: { type: 'integer', description: 'how many files at most; 0 for as many as fit', default: 0 },
    },
    run: ({ pattern, offset, limit }) => {
      const all = files.files(pattern);
      const page = pageOf(all, offset, limit);
      const items = page.items.slice(
        0,
        countThatFits(page.items, (path) => path.length + 3),
      );
      const next = page.start + items.length;
      const truncated = next <= all.length && page.start <= all.length;
      const note = all.length === 0 ? noFileMatches(files, pattern) : null;
      return {
        files: items,
        total: all.length,
        offset: page.start,
        truncated,
        ...(truncated && { next_offset: next }),
        ...(items.length < page.items.length && { folders: totalsByFolder(all) }),
        ...(note !== null && { note }),
      };
    },
  });
}

/** Files below each folder, as deep as {@link MAX_FOLDERS} allows: by the first name, or the first two, or … */
function totalsByFolder(paths: readonly string[]): Readonly<Record<string, number>> {
  let totals = totalsAt(paths, 1);
  for (let depth = 2; ; depth++) {
    const deeper = totalsAt(paths, depth);
    if (deeper.size > MAX_FOLDERS || deeper.size === totals.size) break;
    totals = deeper;
  }
  const largest = [...totals].sort(([, most], [, more]) => more - most).slice(0, MAX_FOLDERS);
  return Object.fromEntries(largest.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function totalsAt(paths: readonly string[], depth: number): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const path of paths) {
    const folder = path.split('/').slice(0, -1).slice(0, depth);
    const key = folder.length === 0 ? './' : `${folder.join('/')}/`;
    totals.set(key, (totals.get(key) ?? 0) + 1);
  }
  return totals;
}
