import type { FileTree, SearchSkips } from '../../filesystem/index.js';
import { countThatFits, noFileMatches } from './bounds.js';
import { defineTool, type SandboxTool } from './sandbox-tool.js';

/** Characters shown of a line that matches. */
const MAX_LINE_CHARACTERS = 400;

/**
 * `search_files(pattern, glob, offset, limit)` → `{matches: [{path, line, text}], total, offset, truncated}`. The
 * pattern is a regular expression in RE2 syntax: it takes time linear in the text, whatever it is. Of a long line, `text` is
 * what is around the first match. Where more follows, `next_offset` is where to go on; `note` says what was not searched.
 */
export function searchFilesTool(files: FileTree): SandboxTool {
  return defineTool({
    name: 'search_files',
    description:
      'Find the lines of files that match a regular expression (RE2 syntax: no look-around, no back-references).',
    properties: {
      pattern: { type: 'string', description: 'regular expression' },
      glob: { type: 'string', description: 'which files, as a glob pattern', default: '**/*' },
      offset: { type: 'integer', description: 'first match to return, counted from 1', default: 1 },
      limit: { type: 'integer', description: 'how many matches at most; 0 for as many as fit', default: 100 },
    },
    run: async ({ pattern, glob, offset, limit }) => {
      const start = Math.max(1, offset);
      const result = await files.search(pattern, {
        glob,
        offset: start,
        limit,
        maxLineChars: MAX_LINE_CHARACTERS,
      });
      const all = result.matches.map(({ path, line, text }) => ({ path, line, text }));
      const matches = all.slice(
        0,
        countThatFits(all, ({ path, text }) => path.length + text.length + 30),
      );
      const truncated = result.truncated || matches.length < all.length;
      const note = result.files === 0 ? noFileMatches(files, glob) : noteOf(result.skipped);
      return {
        matches,
        total: result.total,
        offset: start,
        truncated,
        ...(truncated && { next_offset: start + matches.length }),
        ...(note !== null && { note }),
      };
    },
  });
}

/** What was not searched, in words; null where nothing was left out. */
function noteOf({ binary, unreadable, longLines }: SearchSkips): string | null {
  const left = [
    ...(binary > 0 ? [`${binary} that are no text`] : []),
    ...(unreadable > 0 ? [`${unreadable} that cannot be read`] : []),
  ];
  const files = left.length === 0 ? '' : `Files left out: ${left.join(', ')}.`;
  const lines = longLines === 0 ? '' : `Very long lines, searched only at their beginning: ${longLines}.`;
  return [files, lines].filter((part) => part !== '').join(' ') || null;
}
