/** A run of lines that differs between two lists: `count` lines from `start` on in the one, and in the other. */
export interface ChangedLines {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}
