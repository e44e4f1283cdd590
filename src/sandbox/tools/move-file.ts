import type { FileTree } from '../../filesystem/index.js';
import { defineTool, fileError, type SandboxTool } from './sandbox-tool.js';

/** `move_file(path, to)` → `{moved, to}`: a file or a whole folder, to a path where nothing is. Missing folders are made. */
export function moveFileTool(files: FileTree): SandboxTool {
  return defineTool({
    name: 'move_file',
    description: 'Move or rename a file or folder to a path where nothing is. Missing folders are made.',
    properties: {
      path: { type: 'string', description: 'path of the file or folder' },
      to: { type: 'string', description: 'its new path' },
    },
    run: ({ path, to }) => {
      try {
        if (files.entry(to) !== null) return { error: `there is something at ${to} already` };
        files.rename(path, to, { parents: true });
      } catch (error) {
        return fileError(error, path);
      }
      return { moved: path, to };
    },
  });
}
