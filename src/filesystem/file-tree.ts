/** What is known of a path without reading it. */
export interface FileStat {
  readonly kind: 'file' | 'directory';
  /** Bytes; 0 for a directory. */
  readonly size: number;
  /** Permission bits, for example 0o644. */
  readonly mode: number;
}

/** A copy-on-write file tree. Paths are POSIX, absolute or relative to the root, and never climb above it. */
export interface FileTree {
  readBytes(path: string): Uint8Array;
  readText(path: string): string;
  writeBytes(path: string, data: Uint8Array): void;
  writeText(path: string, text: string): void;
  appendBytes(path: string, data: Uint8Array): void;
  stat(path: string): FileStat;
  exists(path: string): boolean;
  list(path: string): readonly string[];
  makeDirectory(path: string, options?: { readonly parents?: boolean; readonly existOk?: boolean }): void;
  removeFile(path: string): void;
  removeDirectory(path: string): void;
  rename(from: string, to: string): void;
  fork(): FileTree;
}
