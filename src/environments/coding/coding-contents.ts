import { createFileTree, type FileTree } from '../../filesystem/index.js';
import { environmentError } from '../error-codes.js';
import type { SessionPaths } from './session-paths.js';

/** What a coding world starts with. */
export interface CodingContents {
  /** Text or bytes by path from the folder of the session. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** A host folder whose files are there as well, those of `files` over them. It is read once and never written. */
  readonly folder?: string;
  /** Patterns of what the folder keeps back, as in `.gitignore`, after the default ones. `.git` is not kept back. */
  readonly ignore?: readonly string[];
  /** Bytes that all files together may have. Default 268,435,456. */
  readonly maxBytes?: number;
}

/**
 * A tree in memory that has the files where the session had them, and its home folder and `/tmp`.
 *
 * @throws {MettleError} `environments/too_large` over `maxBytes`, and what `createFileTree` throws.
 */
export function treeOfSession(
  { files = {}, folder, ignore = [], maxBytes = 2 ** 28 }: CodingContents,
  paths: SessionPaths,
): FileTree {
  const root = paths.root.slice(1);
  const all = new Map<string, string | Uint8Array>();
  const folders: string[] = ['tmp', paths.home.slice(1), root];
  const executable: string[] = [];
  let bytes = 0;
  const add = (path: string, content: string | Uint8Array): void => {
    bytes += typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
    if (bytes > maxBytes) {
      throw environmentError(
        'too_large',
        `The files of the world have over ${maxBytes} bytes (reached at ${JSON.stringify(path)}). Leave some out with ignore, or raise maxBytes.`,
      );
    }
    all.set(`${root}/${path}`, content);
  };
  if (folder !== undefined) {
    const host = createFileTree({ base: folder, ignore: ['!.git', ...ignore] });
    for (const [path, kind] of entriesOf(host)) {
      if (kind === 'directory') folders.push(`${root}/${path}`);
      else if (!Object.hasOwn(files, path)) {
        if (bytes + host.stat(path).size > maxBytes) add(path, new Uint8Array(maxBytes + 1));
        add(path, host.readBytes(path));
        if ((host.stat(path).mode & 0o100) !== 0) executable.push(`${root}/${path}`);
      }
    }
  }
  for (const [path, content] of Object.entries(files)) add(path, content);
  const tree = createFileTree({ files: Object.fromEntries(all) });
  for (const path of folders)
    if (!tree.exists(path)) tree.makeDirectory(path, { parents: true, existOk: true });
  for (const path of executable) tree.setMode(path, 0o755);
  return tree;
}

function entriesOf(host: FileTree): readonly (readonly [path: string, kind: 'file' | 'directory'])[] {
  return host.glob('**').map((path) => {
    const key = path.slice(1);
    return [key, host.stat(key).kind === 'directory' ? 'directory' : 'file'] as const;
  });
}
