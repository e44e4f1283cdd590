import type { FileTree } from '../../filesystem/index.js';
import { pageOf } from './page.js';
import { defineTool, fileError, notText, type SandboxTool } from './sandbox-tool.js';

/**
 * `read_file(path, offset, limit)` → `{content, start_line, end_line, total_lines, truncated}`. Lines keep their
 * endings; past the last line the page is empty and `end_line` is `start_line - 1`. A file that is no UTF-8 or holds NUL
 * is refused: written back, what was read of it would destroy it.
 */
export function readFileTool(files: FileTree): SandboxTool {
  return defineTool({
    name: 'read_file',
    description: 'Read a text file (UTF-8), whole or by lines.',
    properties: {
      path: { type: 'string', description: 'path of the file' },
      offset: { type: 'integer', description: 'first line to return, counted from 1', default: 1 },
      limit: { type: 'integer', description: 'how many lines at most; 0 for all', default: 0 },
    },
    run: ({ path, offset, limit }) => {
      let text: string;
      try {
        text = files.readText(path);
      } catch (error) {
        return fileError(error, path);
      }
      if (text.includes('\0')) return notText(path);
      const lines = linesOf(text);
      const page = pageOf(lines, offset, limit);
      return {
        content: page.items.join(''),
        start_line: page.start,
        end_line: page.start + page.items.length - 1,
        total_lines: lines.length,
        truncated: page.truncated,
      };
    },
  });
}

/** The lines of a text with their ends. No pattern: one over a line of millions of characters overflows the stack. */
function linesOf(text: string): readonly string[] {
  const parts = text.split('\n');
  const last = parts.pop() ?? '';
  const lines = parts.map((line) => `${line}\n`);
  return last === '' ? lines : [...lines, last];
}
