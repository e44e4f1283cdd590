/** How much a finding matters: an error makes the code unacceptable, a warning may, an info never does. */
export type FindingSeverity = 'error' | 'warning' | 'info';

/**
 * A stretch of source text. Lines and columns count from 1; columns count UTF-16 code units, as JavaScript
 * strings do; the end is exclusive (the position just after the last character).
 */
export interface SourceRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One replacement of a stretch of text. An empty range inserts. */
export interface FindingEdit extends SourceRange {
  readonly replacement: string;
}

/** A mechanical repair: applying all its edits at once removes the finding. */
export interface FindingFix {
  /** What the repair does, in a few words. */
  readonly description: string;
  /** Edits that do not overlap, in the order of the text. */
  readonly edits: readonly FindingEdit[];
}

/** One fact about a piece of source that its author should know, with its place and what to do about it. */
export interface Finding extends SourceRange {
  /** Stable identity of the rule, such as `syntax/error` or `import/forbidden`. */
  readonly rule: string;
  readonly severity: FindingSeverity;
  /** What is wrong, in one line. */
  readonly message: string;
  /** What to do about it, in one line. */
  readonly hint: string;
  /** The mechanical repair, where one is certain. */
  readonly fix?: FindingFix;
}

/** Orders findings by place, then by end, then by rule: a fixed order for equal inputs. */
export function compareFindings(left: Finding, right: Finding): number {
  return (
    left.line - right.line ||
    left.column - right.column ||
    left.endLine - right.endLine ||
    left.endColumn - right.endColumn ||
    (left.rule < right.rule ? -1 : left.rule > right.rule ? 1 : 0)
  );
}
