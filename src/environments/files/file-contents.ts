import { type MettleError, type OptionKinds, option } from '../../core/index.js';
import { createFileTree, type FileTree } from '../../filesystem/index.js';
import { environmentError } from '../error-codes.js';

/** What a file world starts with. */
export interface FileContents {
  /** Text or bytes by path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** A host folder whose files are there as well, those of `files` over them. It is read once and never written. */
  readonly folder?: string;
  /** Patterns of what the folder keeps back, as in `.gitignore`, after the default ones. */
  readonly ignore?: readonly string[];
  /** Bytes that all files together may have. Default 268,435,456. */
  readonly maxBytes?: number;
}

/** The kinds of {@link FileContents}. */
export const FILE_CONTENTS: OptionKinds<FileContents> = {
  files: option.record,
  folder: option.text,
  ignore: option.list(option.string),
  maxBytes: option.number,
};

/**
 * A tree in memory with the contents. A folder is copied, so that worlds stay what their fingerprint says when the
 * folder changes; of permissions, whether its owner may execute a file is kept.
 *
 * @throws {MettleError} `environments/too_large` over `maxBytes`, and what `createFileTree` throws.
 */
export function treeOfContents({ files = {}, folder, ignore, maxBytes = 2 ** 28 }: FileContents): FileTree {
  const host =
    folder === undefined
      ? undefined
      : createFileTree({ base: folder, ...(ignore === undefined ? {} : { ignore }) });
  const all = new Map<string, string | Uint8Array>();
  const executable: string[] = [];
  let bytes = 0;
  const add = (path: string, content: string | Uint8Array): void => {
    bytes += typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
    if (bytes > maxBytes) throw tooLarge(path, maxBytes);
    all.set(path, content);
  };
  for (const path of host?.files() ?? []) {
    if (Object.hasOwn(files, path)) continue;
    const { size, mode } = (host as FileTree).stat(path);
    if (bytes + size > maxBytes) throw tooLarge(path, maxBytes);
    add(path, (host as FileTree).readBytes(path));
    if ((mode & 0o100) !== 0) executable.push(path);
  }
  for (const [path, content] of Object.entries(files)) add(path, content);
  const tree = createFileTree({ files: Object.fromEntries(all) });
  for (const path of executable) tree.setMode(path, 0o755);
  return tree;
}

function tooLarge(path: string, maxBytes: number): MettleError {
  return environmentError(
    'too_large',
    `The files of the world have over ${maxBytes} bytes (reached at ${JSON.stringify(path)}). Leave some out with ignore, or raise maxBytes.`,
  );
}
