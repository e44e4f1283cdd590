import type { FileTree } from '../../filesystem/index.js';
import { withLineEndsOf } from '../../filesystem/internal.js';
import { defineTool, fileError, type SandboxTool } from './sandbox-tool.js';

/**
 * `write_file(path, content)` → `{written, bytes}`: creates or replaces the file, and the folders above it. A file whose lines
 * all end alike keeps its line ends.
 */
export function writeFileTool(files: FileTree): SandboxTool {
  return defineTool({
    name: 'write_file',
    description: 'Create a text file or replace its whole content. Missing folders are made.',
    properties: {
      path: { type: 'string', description: 'path of the file' },
      content: { type: 'string', description: 'the whole new content' },
    },
    run: ({ path, content }) => {
      try {
        const before = files.exists(path) && files.stat(path).kind === 'file' ? files.readBytes(path) : null;
        const written = before === null ? content : withLineEndsOf(before, content);
        files.writeText(path, written, { parents: true });
        return { written: path, bytes: Buffer.byteLength(written) };
      } catch (error) {
        return fileError(error, path);
      }
    },
  });
}
