import type { Finding } from '../finding.js';
import type { CodeBlock } from './candidate.js';
import type { DecidedBy } from './rank.js';

/** The Python code of a reply, and how sure that is. */
export interface PythonExtraction {
  /** Whether there is any. */
  readonly ok: boolean;
  /** The code of the best block; empty when there is none. */
  readonly code: string;
  /** The best block. */
  readonly block: CodeBlock | undefined;
  /** Every block that may be Python, best first. */
  readonly blocks: readonly CodeBlock[];
  /** What decided between the best block and the next; undefined when there is none. */
  readonly decidedBy: DecidedBy | undefined;
  /** Whether only size or position decided, so that another block may be the one meant. */
  readonly ambiguous: boolean;
  /** One line for a person: why this block, or why none. */
  readonly reason: string;
  /** What is wrong with the reply as a carrier of code; places are those of the text. */
  readonly findings: readonly Finding[];
}
