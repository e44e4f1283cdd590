/** What is known of a path without reading it. */
export interface FileStat {
  readonly kind: 'file' | 'directory';
  /** Bytes; 0 for a directory. */
  readonly size: number;
  /** Permission bits, for example 0o644. */
  readonly mode: number;
}
