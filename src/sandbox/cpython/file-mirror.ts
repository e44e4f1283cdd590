import type { FileTree } from '../../filesystem/index.js';
import type { PythonValue } from '../python-value.js';

/** What changed in the tree, in the words of the workspace's `apply`. */
export interface TreeDelta {
  /** `('x', path)`, `('d', path, mode)` or `('f', path, mode, bytes)`, in an order that can be applied. */
  readonly operations: readonly PythonValue[];
  /** Paths of files concerned, relative to the root. */
  readonly changed: readonly string[];
  /** Bytes of all files of the tree. */
  readonly treeBytes: number;
}

interface Known {
  readonly kind: 'file' | 'directory';
  readonly mode: number;
  readonly bytes: Uint8Array | null;
}

/** What the workspace of one session holds of the tree, so that only differences travel. */
export class FileMirror {
  readonly #files: FileTree;
  readonly #known = new Map<string, Known>();

  constructor(files: FileTree) {
    this.#files = files;
  }

  /** Forgets what the workspace holds: it is empty again. */
  clear(): void {
    this.#known.clear();
  }

  /** What must be done in the workspace so that it holds the tree. The caller does it. */
  delta(): TreeDelta {
    const operations: PythonValue[] = [];
    const changed: string[] = [];
    const seen = new Set<string>();
    const added: PythonValue[] = [];
    let treeBytes = 0;
    const walk = (folder: string): void => {
      for (const name of this.#files.list(folder)) {
        const path = folder === '' ? name : `${folder}/${name}`;
        const status = this.#files.stat(path);
        const known = this.#known.get(path);
        seen.add(path);
        if (status.kind === 'directory') {
          if (known?.kind !== 'directory' || known.mode !== status.mode) added.push(['d', path, status.mode]);
          this.#known.set(path, { kind: 'directory', mode: status.mode, bytes: null });
          walk(path);
          continue;
        }
        treeBytes += status.size;
        const bytes = this.#files.readBytes(path);
        if (known?.bytes && known.mode === status.mode && same(known.bytes, bytes)) continue;
        this.#known.set(path, { kind: 'file', mode: status.mode, bytes });
        added.push(['f', path, status.mode, bytes]);
        changed.push(path);
      }
    };
    walk('');
    for (const path of [...this.#known.keys()].sort().reverse()) {
      if (seen.has(path)) continue;
      this.#known.delete(path);
      operations.push(['x', path]);
      changed.push(path);
    }
    return { operations: operations.concat(added), changed, treeBytes };
  }

  /**
   * Does in the tree what code did in the workspace. Anything that the tree refuses is left out and named.
   *
   * @returns how many changes were made, and the paths left out with the reason
   */
  absorb(operations: PythonValue): { readonly changes: number; readonly refused: readonly string[] } {
    const refused: string[] = [];
    let changes = 0;
    for (const operation of Array.isArray(operations) ? operations : []) {
      const [code, path, mode, data] = Array.isArray(operation) ? operation : [];
      if (typeof path !== 'string' || path === '') continue;
      try {
        if (code === 'x') changes += this.#remove(path);
        else if (code === 'd' && typeof mode === 'number') changes += this.#directory(path, mode);
        else if (code === 'f' && typeof mode === 'number' && data instanceof Uint8Array) {
          changes += this.#write(path, mode, data);
        } else if (code === 'skipped') refused.push(`${path}: only plain files and folders are kept`);
      } catch (thrown) {
        refused.push(`${path}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      }
    }
    return { changes, refused };
  }

  #remove(path: string): number {
    this.#known.delete(path);
    if (!this.#files.exists(path)) return 0;
    if (this.#files.stat(path).kind === 'directory') this.#files.removeDirectory(path);
    else this.#files.removeFile(path);
    return 1;
  }

  #directory(path: string, mode: number): number {
    this.#known.set(path, { kind: 'directory', mode, bytes: null });
    if (this.#files.exists(path)) return 0;
    this.#files.makeDirectory(path, { parents: true, existOk: true });
    return 1;
  }

  #write(path: string, mode: number, data: Uint8Array): number {
    const known = this.#known.get(path);
    if (known?.bytes && known.mode === mode && same(known.bytes, data)) return 0;
    this.#known.set(path, { kind: 'file', mode, bytes: data });
    this.#files.writeBytes(path, data);
    return 1;
  }
}

function same(left: Uint8Array, right: Uint8Array): boolean {
  return left === right || (left.length === right.length && Buffer.compare(left, right) === 0);
}
