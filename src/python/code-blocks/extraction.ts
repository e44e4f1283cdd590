import type { Finding } from '../finding.js';
import type { CodeBlock } from './candidate.js';
import type { DecidedBy } from './rank.js';

/** The Python code of a reply, and how sure that is. */
export interface PythonExtraction {
  /** Whether there is any. */
  readonly ok: boolean;
  /** The code of the best block, or of the blocks that were joined; empty when there is none. */
  readonly code: string;
  /** The best block. Joined blocks are given as one, which reaches from the first of them to the last. */
  readonly block: CodeBlock | undefined;
  /** The blocks that are one program together, in the order of the text; empty when the code is that of one block. */
  readonly joined: readonly CodeBlock[];
  /** Every block of the text that may be Python, best first; those that were joined in the order of the text. */
  readonly blocks: readonly CodeBlock[];
  /** What decided between the best block and the next; undefined when there is none. */
  readonly decidedBy: DecidedBy | undefined;
  /** Whether only version, size or position decided, so that another block may be the one meant. */
  readonly ambiguous: boolean;
  /** One line for a person: why this block, or why none. */
  readonly reason: string;
  /** What is wrong with the reply as a carrier of code; places are those of the text. */
  readonly findings: readonly Finding[];
}
