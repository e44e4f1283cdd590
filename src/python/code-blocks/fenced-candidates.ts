import { endOf } from '../../core/internal.js';
import { analysePython } from '../analyse.js';
import { type Candidate, countCodeLines } from './candidate.js';
import { contentOf, hasPrompts, looksLikePython, withoutPrompts } from './content.js';
import { isAfterFence } from './fence-lines.js';
import type { FencedBlock } from './fence-scanner.js';
import type { ParseBudget } from './parse-budget.js';

const NO_MARKER = { weight: 0, words: '' } as const;
const TRAILING_FENCE = /(?<![ \t])[ \t]*(?:(?<!`)`{3,}|(?<!~)~{3,})([^`~\n]{0,200})$/;
/** A token that ends a reply, on a line of its own or at the end of one. */
const TRAILING_TOKEN = /(?<!\s)\s*<(?:\|[\w-]{1,40}\||\/s|end_of_turn|eos)>\s*$/;

/** The Python code of a fenced block; undefined when the block is of another language or holds no code. */
export function fencedCandidate(
  text: string,
  block: FencedBlock,
  proseFrom: number,
  budget: ParseBudget,
): Candidate | undefined {
  if (block.language === 'other') return undefined;
  const raw = contentOf(text, block.start, block.end, block.opening);
  const { code, truncated } = closeAtLineEnd(raw, block.truncated);
  const program = readSession(code, block, budget);
  if (program.trim() === '') return undefined;
  const saysPython = block.language !== 'unknown';
  if (!saysPython && !looksLikePython(program) && !isExpressionAlone(program, budget)) return undefined;
  return {
    code: program,
    source: 'fence',
    tag: block.info,
    saysPython,
    start: block.start,
    end: block.end,
    truncated,
    proseFrom,
    proseEnd: block.openStart,
    codeLines: countCodeLines(program),
    marker: NO_MARKER,
    parses: undefined,
  };
}

/** A block whose closing fence stands at the end of its last line of code is closed there. */
function closeAtLineEnd(
  code: string,
  truncated: boolean,
): { readonly code: string; readonly truncated: boolean } {
  if (!truncated) return { code, truncated };
  const last = code.slice(code.lastIndexOf('\n') + 1);
  const match = last.length > 2000 ? null : TRAILING_FENCE.exec(last);
  const rest = match?.[1] ?? '';
  if (match === null || !(rest.trim() === '' || isAfterFence(rest, 0, rest.length))) {
    const token = last.length > 2000 ? null : TRAILING_TOKEN.exec(endOf(code, 2000));
    return { code: token === null ? code : code.slice(0, code.length - token[0].length), truncated };
  }
  return { code: code.slice(0, code.length - match[0].length).trimEnd(), truncated: false };
}

/**
 * Takes the prompts of an interactive session away, when it is one; also those of a session that follows definitions,
 * where the block is a program without them alone.
 */
function readSession(code: string, block: FencedBlock, budget: ParseBudget): string {
  if (!hasPrompts(code)) return code;
  if (/^[ \t]*>>>/.test(code)) return withoutPrompts(code, true);
  if (block.language === 'session') return withoutPrompts(code, true);
  if (budget.parses(code) !== false) return code;
  const program = withoutPrompts(code, false);
  return budget.parses(program) === true ? program : code;
}

/** A block without a tag that holds one expression which only a program has, such as `sorted(names)[0]`. */
function isExpressionAlone(code: string, budget: ParseBudget): boolean {
  if (code.length > 400 || !/[()[\]{}]/.test(code)) return false;
  if (budget.parses(code) !== true) return false;
  return analysePython(code).tokens.tokens.some(({ kind }) => kind === 'name');
}
