import type { FileTree } from '../../filesystem/index.js';
import { defineTool, fileError, type SandboxTool } from './sandbox-tool.js';

/** `write_file(path, content)` → `{written, bytes}`: creates or replaces the file, and the folders above it. */
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
        files.writeText(path, content, { parents: true });
      } catch (error) {
        return fileError(error, path);
      }
      return { written: path, bytes: Buffer.byteLength(content) };
    },
  });
}
