/** What is known of a path without reading it. */
export interface FileStat {
  readonly kind: 'file' | 'directory';
  /** Bytes; 0 for a directory. */
  readonly size: number;
  /** Permission bits, for example 0o644. */
  readonly mode: number;
}

/** What is at a path itself: a link of the base folder is not followed. */
export type FileEntry =
  | FileStat
  | {
      readonly kind: 'link';
      /** Where the link leads in the end: the path in the tree of a file or directory, without a slash in front. */
      readonly target: string;
    };
