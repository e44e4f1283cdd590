import type { SourceLines } from '../source-lines.js';
import type { PythonTokens } from '../tokens/token.js';
import { MAX_PROBLEMS } from '../tokens/tokenizer.js';
import type { Complaint } from './complaint.js';
import { lexicalComplaint } from './lexical-complaint.js';
import { MAX_FINDINGS, MAX_SOURCE_LENGTH } from './options.js';
import { findSlow } from './slow-source.js';

/** Why a source is not handed to the parser, and whether that alone makes it invalid. */
export interface Refusal {
  readonly status: 'invalid' | 'unchecked';
  readonly complaint: Complaint;
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** What can be told of a source from its size alone. */
export function refuseText(code: string): Refusal | undefined {
  if (code.length <= MAX_SOURCE_LENGTH) return undefined;
  return {
    status: 'unchecked',
    complaint: {
      rule: 'syntax/too-large',
      start: 0,
      end: 0,
      message: `the code has ${code.length} characters, more than the ${MAX_SOURCE_LENGTH} that are checked`,
      hint: 'Split the code into files, and load large data from a file.',
    },
  };
}

/** The characters that Python refuses before it splits a source into tokens. */
export function refuseCharacters(source: string): Refusal | undefined {
  const zero = source.indexOf('\0');
  if (zero >= 0) {
    return invalid({
      rule: 'syntax/null-byte',
      start: zero,
      end: zero + 1,
      message: 'source code cannot contain null bytes',
      hint: 'Remove the null character, or write it as \\0 in a string.',
    });
  }
  const surrogate = LONE_SURROGATE.exec(source);
  if (surrogate !== null) {
    return invalid({
      rule: 'syntax/surrogate',
      start: surrogate.index,
      end: surrogate.index + 1,
      message: 'source code cannot contain half of a surrogate pair',
      hint: 'Write the character as an escape (\\uXXXX), or remove it.',
    });
  }
  return undefined;
}

/** The nesting that Python refuses while it splits a source into tokens, and that the parser must never see. */
export function refuseNesting(scan: PythonTokens, lines: SourceLines): Refusal | undefined {
  for (const problem of scan.problems) {
    if (problem.kind !== 'too-many-brackets' && problem.kind !== 'too-many-indents') continue;
    return invalid(lexicalComplaint(problem, lines));
  }
  return undefined;
}

/** Operators in one chain beyond which the parser is certain to run out of stack, which costs it its instance. */
const MAX_CHAIN = 4_000;
const CHAINING = new Set(['+', '-', '*', '/', '%', '@', '&', '|', '^', '~', '.', '**', '//', '<<', '>>']);
const CHAINING_WORDS = new Set(['not', 'await', 'else', 'lambda']);
const UNCHAINING = new Set([',', ';', '(', ')', '[', ']', '{', '}']);

/** What the parser cannot follow, as far as that is told by a chain of operators, each an operand of the next. */
export function refuseDeep({ source, tokens }: PythonTokens): Refusal | undefined {
  if (source.length <= MAX_CHAIN) return undefined;
  let chain = 0;
  for (const { kind, start, end } of tokens) {
    if (kind === 'newline') chain = 0;
    else if (kind === 'operator') {
      const operator = source.slice(start, end);
      if (CHAINING.has(operator)) chain++;
      else if (UNCHAINING.has(operator)) chain = 0;
    } else if (kind === 'name' && end - start <= 6 && end - start >= 3) {
      if (CHAINING_WORDS.has(source.slice(start, end))) chain++;
    }
    if (chain > MAX_CHAIN) return refuseComplexity(source);
  }
  return undefined;
}

/** What the parser would take too long for. */
export function refuseSlow(scan: PythonTokens): Refusal | undefined {
  const slow = findSlow(scan);
  return slow && tooMany(scan.source, slow.what, slow.hint);
}

function tooMany(code: string, what: string, hint: string): Refusal {
  return {
    status: 'unchecked',
    complaint: {
      rule: 'syntax/too-complex',
      start: 0,
      end: Math.min(code.length, 1),
      message: `${what}, too many to be checked`,
      hint,
    },
  };
}

/** The problems of a source that is so broken that a parser has nothing to add; undefined for any other. */
export function refuseJunk(scan: PythonTokens, lines: SourceLines): readonly Complaint[] | undefined {
  if (scan.problems.length < MAX_PROBLEMS) return undefined;
  return scan.problems.slice(0, MAX_FINDINGS).map((problem) => lexicalComplaint(problem, lines));
}

/** The answer where the parser ran out of stack. */
export function refuseComplexity(code: string): Refusal {
  return {
    status: 'unchecked',
    complaint: {
      rule: 'syntax/too-complex',
      start: 0,
      end: Math.min(code.length, 1),
      message: 'the code is nested too deeply to be checked',
      hint: 'Break long chains of operators, calls or elif branches into several statements, or use a loop.',
    },
  };
}

function invalid(complaint: Complaint): Refusal {
  return { status: 'invalid', complaint };
}
