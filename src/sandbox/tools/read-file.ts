import { endOf, startOf } from '../../core/internal.js';
import type { FileTree } from '../../filesystem/index.js';
import { countThatFits, MAX_RESULT_CHARACTERS } from './bounds.js';
import { pageOf } from './page.js';
import { defineTool, fileError, notText, type SandboxTool } from './sandbox-tool.js';

/**
 * `read_file(path, offset, limit, character)` → `{content, start_line, end_line, total_lines, truncated}`. Lines keep their
 * endings; past the last line the page is empty and `end_line` is `start_line - 1`. Where more follows, `next_offset` is the
 * line to go on with, and within a line that is too long for one result `next_character` is the character. A file that
 * is no UTF-8 or holds NUL is refused: written back, what was read of it would destroy it.
 */
export function readFileTool(files: FileTree): SandboxTool {
  return defineTool({
    name: 'read_file',
    description: 'Read a text file (UTF-8), by pages of whole lines; a long line in parts.',
    properties: {
      path: { type: 'string', description: 'path of the file' },
      offset: { type: 'integer', description: 'first line to return, counted from 1', default: 1 },
      limit: { type: 'integer', description: 'how many lines at most; 0 for as many as fit', default: 0 },
      character: {
        type: 'integer',
        description: 'where to begin in the first line, counted from 1',
        default: 1,
      },
    },
    run: ({ path, offset, limit, character }) => {
      let text: string;
      try {
        text = files.readText(path);
      } catch (error) {
        return fileError(error, path);
      }
      if (text.includes('\0')) return notText(path);
      const lines = linesOf(text);
      const page = pageOf(lines, offset, limit);
      const [first = '', ...others] = page.items;
      const skipped = Math.min(first.length, Math.max(0, character - 1));
      const items = page.items.length === 0 ? [] : [endOf(first, first.length - skipped), ...others];
      const shown = items.slice(
        0,
        countThatFits(items, (line) => line.length),
      );
      const content = startOf(shown.join(''), MAX_RESULT_CHARACTERS);
      const cut = content.length < shown.reduce((sum, line) => sum + line.length, 0);
      const next = page.start + (cut ? 0 : shown.length);
      const truncated = next <= lines.length && page.start <= lines.length;
      return {
        content,
        start_line: page.start,
        end_line: page.start + shown.length - 1,
        total_lines: lines.length,
        truncated,
        ...(truncated && { next_offset: next }),
        ...(cut && { next_character: first.length - (items[0]?.length ?? 0) + content.length + 1 }),
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
