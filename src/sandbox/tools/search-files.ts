import type { FileTree } from '../../filesystem/index.js';
import { defineTool, type SandboxTool } from './sandbox-tool.js';

/**
 * `search_files(pattern, glob, offset, limit)` → `{matches: [{path, line, text}], total, offset, truncated}`. The
 * pattern is a regular expression in RE2 syntax: it takes time linear in the text, whatever it is.
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
      limit: { type: 'integer', description: 'how many matches at most; 0 for 100,000', default: 100 },
    },
    run: async ({ pattern, glob, offset, limit }) => {
      const { matches, total, truncated } = await files.search(pattern, {
        glob,
        offset: Math.max(1, offset),
        limit,
      });
      return {
        matches: matches.map((match) => ({ path: match.path, line: match.line, text: match.text })),
        total,
        offset: Math.max(1, offset),
        truncated,
      };
    },
  });
}
