import type { FileTree } from '../../filesystem/index.js';
import { defineTool, fileError, type SandboxTool } from './sandbox-tool.js';

/** `delete_file(path)` → `{deleted}`: a file, or a folder that is empty. */
export function deleteFileTool(files: FileTree): SandboxTool {
  return defineTool({
    name: 'delete_file',
    description: 'Delete a file, or an empty folder.',
    properties: { path: { type: 'string', description: 'path of the file' } },
    run: ({ path }) => {
      try {
        if (files.entry(path)?.kind === 'directory') files.removeDirectory(path);
        else files.removeFile(path);
      } catch (error) {
        return fileError(error, path);
      }
      return { deleted: path };
    },
  });
}
