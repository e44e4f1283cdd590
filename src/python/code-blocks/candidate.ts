import type { Marker } from './block-words.js';

/** Where a piece of code was found. */
export type CodeBlockSource = 'fence' | 'inline' | 'bare' | 'tool_call';

/** One piece of a reply that may be the Python code asked for. */
export interface CodeBlock {
  /** The code as a program: fence, container marks, prompts and shared indentation taken off; lines end in `\n`. */
  readonly code: string;
  readonly source: CodeBlockSource;
  /** The info string of the fence, or the name of the tool. */
  readonly tag: string;
  /** Whether the tag says that it is Python. */
  readonly saysPython: boolean;
  /** The raw content in the text: UTF-16 offsets, the end exclusive. Both 0 for a tool call. */
  readonly start: number;
  readonly end: number;
  /** Line of the text (from 1) on which the raw content starts; 0 for a tool call. */
  readonly line: number;
  /** Whether the reply ended before the block did. */
  readonly truncated: boolean;
  /** Whether it is a program; undefined when that was not tried. */
  readonly parses: boolean | undefined;
  /** What the words before it say: 1 the answer, -1 something else, 0 nothing. */
  readonly marker: -1 | 0 | 1;
  /** Lines that hold code. */
  readonly codeLines: number;
  /** What speaks for it and against it, for a person. */
  readonly why: readonly string[];
}

/** A block before it is ranked. */
export interface Candidate {
  readonly code: string;
  readonly source: CodeBlockSource;
  readonly tag: string;
  readonly saysPython: boolean;
  readonly start: number;
  readonly end: number;
  readonly truncated: boolean;
  /** Where the text before it begins to speak of it. */
  readonly proseFrom: number;
  /** Where the block with its fence begins. */
  readonly proseEnd: number;
  readonly codeLines: number;
  /** Whether it stands in the thinking before the answer. */
  isThinking?: boolean;
  /** The functions and classes that it defines, also where it does not parse; known where several blocks are compared. */
  defines?: ReadonlySet<string>;
  /** The names that it reads and nothing in it binds; known where several blocks are compared and it parses. */
  missing?: readonly string[];
  /** How many of the names asked for it binds. */
  asked?: number;
  marker: Marker;
  parses: boolean | undefined;
}

/** How many lines hold something other than blanks and comments. */
export function countCodeLines(code: string): number {
  let count = 0;
  let start = 0;
  while (start < code.length) {
    const feed = code.indexOf('\n', start);
    const end = feed < 0 ? code.length : feed;
    let at = start;
    while (at < end && code.charCodeAt(at) <= 32) at++;
    if (at < end && code.charCodeAt(at) !== 35) count++;
    start = end + 1;
  }
  return count;
}
