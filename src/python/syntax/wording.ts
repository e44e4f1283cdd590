import type { PythonTokens } from '../tokens/token.js';

/** A diagnostic in Python's words. */
export interface Wording {
  readonly rule: string;
  readonly message: string;
  readonly hint: string;
  /** Where the complaint starts, when that is not where the diagnostic does. */
  readonly start?: number;
}

/** What a wording may look at: the diagnostic and the source around it. */
export interface WordingContext {
  readonly message: string;
  readonly scan: PythonTokens;
  readonly start: number;
  readonly end: number;
  /** The line of the statement that owns the block which should start here. */
  readonly ownerLine: () => number;
}
