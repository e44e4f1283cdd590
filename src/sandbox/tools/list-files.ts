import type { FileTree } from '../../filesystem/index.js';
import { pageOf } from './page.js';
import { defineTool, type SandboxTool } from './sandbox-tool.js';

/** `list_files(pattern, offset, limit)` → `{files, total, offset, truncated}`: files only, sorted, without a slash in front. */
export function listFilesTool(files: FileTree): SandboxTool {
  return defineTool({
    name: 'list_files',
    description:
      'List files by glob pattern. * and ? stay within one folder, ** crosses folders, [a-z] is a range.',
    properties: {
      pattern: { type: 'string', description: 'glob pattern', default: '**/*' },
      offset: { type: 'integer', description: 'first file to return, counted from 1', default: 1 },
      limit: { type: 'integer', description: 'how many files at most; 0 for all', default: 0 },
    },
    run: ({ pattern, offset, limit }) => {
      const all = files.files(pattern);
      const page = pageOf(all, offset, limit);
      return { files: page.items, total: all.length, offset: page.start, truncated: page.truncated };
    },
  });
}
