import type { FileTree } from '../../filesystem/index.js';
import { defineTool, fileError, notText, type SandboxTool } from './sandbox-tool.js';

/**
 * `edit_file(path, old, new, replace_all)` → `{path, replacements}`. `old` must occur exactly once unless
 * `replace_all` is set; every other byte of the file stays as it is, in whatever encoding the text is. Line ends of either kind
 * match, and what is put in gets those of the file. A file that holds NUL is no text and is refused.
 */
export function editFileTool(files: FileTree): SandboxTool {
  return defineTool({
    name: 'edit_file',
    description:
      'Replace an exact piece of text in a file. The piece must be unique unless replace_all is true.',
    properties: {
      path: { type: 'string', description: 'path of the file' },
      old: { type: 'string', description: 'the exact text to replace' },
      new: { type: 'string', description: 'the text to put in its place' },
      replace_all: { type: 'boolean', description: 'replace every occurrence', default: false },
    },
    run: ({ path, old, new: replacement, replace_all: all }) => {
      try {
        if (files.readBytes(path).includes(0)) return notText(path);
        return { path, replacements: files.edit(path, old, replacement, { all, lineEnds: 'file' }) };
      } catch (error) {
        return fileError(error, path);
      }
    },
  });
}
