import { defineOptions, option } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import { pythonError } from '../error-codes.js';
import { SourceLines } from '../source-lines.js';
import { bareCandidates } from './bare-code.js';
import { isOneString, namesBoundBy, namesDefinedBy, namesMissingIn } from './block-names.js';
import { calledWrongAfter, type Marker, markerBefore } from './block-words.js';
import type { Candidate, CodeBlock } from './candidate.js';
import { contentOf } from './content.js';
import { type Emptiness, findingsOf, joinedBlock, nothingFound, reasonOf, toBlock } from './describe.js';
import type { PythonExtraction } from './extraction.js';
import { type FencedBlock, scanFences } from './fence-scanner.js';
import { fencedCandidate } from './fenced-candidates.js';
import { inlineCandidates } from './inline-fences.js';
import { joinBlocks } from './join-blocks.js';

import { ParseBudget } from './parse-budget.js';
import { type DecidedBy, decide, isRedefinedBy, rankCandidates } from './rank.js';
import { thinkingEndOf } from './thinking.js';
import { type ToolCallLike, toolCallCandidate } from './tool-calls.js';

/** Where else than in the text code may be, and what counts as code. */
export interface ExtractionOptions {
  /** Tool calls of the same reply; looked at only where the text holds no fenced code. */
  readonly toolCalls?: readonly ToolCallLike[];
  /** Whether code without a fence counts. Default true. */
  readonly bare?: boolean;
  /** Names that the code must define, if known: of several blocks, those that define them are the code. */
  readonly names?: readonly string[];
}

const checkExtractionOptions = defineOptions<ExtractionOptions>()('extractPythonCode', {
  toolCalls: option.list(),
  bare: option.boolean,
  names: option.list(option.string),
});

/** Blocks that are looked at closely; of more, the largest, the first and the last. */
const MAX_EXAMINED = 24;
/** Fenced blocks that are listed; of more, the largest, the first and the last. */
const MAX_LISTED = 512;

/**
 * Finds the Python code that a reply carries: fenced blocks; where there is none, the arguments of calls to tools that
 * run Python; and where there is none, code without a fence.
 *
 * Of several blocks the best is chosen by, in this order: it defines the names asked for, or those that the others use; it
 * parses; the words around it don't call it wrong, an example or another way; it defines anew what an earlier block
 * defines; its tag says Python; the words before it announce it as the answer; size; it needs no name that no block
 * defines; position. Blocks that use names of earlier ones are joined with those, and so are definitions that
 * don't replace each other. What stands in the thinking before the answer is only taken where the answer holds no
 * code. The scan is linear in the text, and at most 24 blocks and 32 KiB are parsed for the choice.
 *
 * @example
 * ```ts
 * import { extractPythonCode } from 'mettle/python';
 *
 * const { ok, code } = extractPythonCode('Sure:\n~~~python\nprint(1)\n~~~\nDone.');
 * console.log(ok, code); // → true print(1)
 * ```
 * @throws {MettleError} `python/invalid_text` when `text` is no string.
 */
export function extractPythonCode(text: string, options: ExtractionOptions = {}): PythonExtraction {
  checkExtractionOptions(options);
  if (typeof text !== 'string') {
    throw pythonError(
      'invalid_text',
      `The text to extract code from must be a string, not ${text === null ? 'null' : typeof text}.`,
    );
  }
  const source = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  const budget = new ParseBudget();
  const { candidates, languages, count, emptiness } = fencedCandidates(source, budget);
  if (candidates.every(({ isThinking }) => isThinking === true)) {
    candidates.push(...(options.toolCalls ?? []).flatMap((call) => toolCallCandidate(call) ?? []));
  }
  // A fence that opens nothing may be the end of code that none opened.
  if (candidates.length === 0 && languages.length === 0 && emptiness === null && options.bare !== false) {
    candidates.push(...bareCandidates(source, budget));
  }
  return candidates.length === 0
    ? nothingFound(source, languages, emptiness)
    : choose(
        source,
        candidates,
        budget,
        Math.max(count > MAX_LISTED ? count : 0, candidates.length),
        options.names ?? [],
      );
}

function fencedCandidates(
  text: string,
  budget: ParseBudget,
): {
  readonly candidates: Candidate[];
  readonly languages: readonly string[];
  readonly count: number;
  /** What became of a block of Python without code; null for none. */
  readonly emptiness: Emptiness | null;
} {
  const { blocks, thinkingEnd } = scanFences(text, {
    parses: (start, end, opening) =>
      budget.affords(end - start) ? budget.parses(contentOf(text, start, end, opening)) : undefined,
  });
  const answerStart = Math.max(thinkingEnd, thinkingEndOf(text, blocks));
  const candidates: Candidate[] = [];
  const languages: string[] = [];
  let emptiness: Emptiness | null = null;
  let proseFrom = 0;
  const listed = selectListed(blocks);
  for (const block of blocks) {
    if (listed !== undefined && !listed.has(block)) {
      proseFrom = block.closeEnd;
      continue;
    }
    const candidate = fencedCandidate(text, block, proseFrom, budget);
    if (candidate !== undefined && isOneString(candidate.code)) emptiness = 'string';
    else if (candidate !== undefined) candidates.push(candidate);
    else if (block.language === 'python' || block.language === 'session') {
      emptiness = block.truncated ? 'cut off' : 'closed';
    } else if (block.info !== '' && languages.length < 10) languages.push(startOf(block.info, 40));
    proseFrom = block.closeEnd;
  }
  if (candidates.length === 0) candidates.push(...inlineCandidates(text));
  for (const candidate of candidates) candidate.isThinking = candidate.start < answerStart;
  return { candidates, languages, count: blocks.length, emptiness };
}

function choose(
  text: string,
  candidates: readonly Candidate[],
  budget: ParseBudget,
  count: number,
  asked: readonly string[],
): PythonExtraction {
  const examined = selectExamined(candidates);
  const inOrder = [...examined];
  for (const [index, candidate] of inOrder.entries()) {
    if (inOrder.length > 1) candidate.marker = markerOf(text, candidate, inOrder[index + 1]);
    candidate.parses ??= budget.parses(candidate.code);
    if (inOrder.length > 1) readNames(candidate, asked);
  }
  const programs = joinBlocks(inOrder, asked);
  if (programs.length > 1) {
    for (const { candidate, parts } of programs) if (parts.length > 0) readNames(candidate, asked);
  }
  const ranked = rankCandidates(programs.map(({ candidate }) => candidate));
  const [best, second] = ranked as [Candidate, Candidate | undefined];
  const partsOf = new Map(programs.map(({ candidate, parts }) => [candidate, parts]));
  const parts = partsOf.get(best) ?? [];
  const lines = new SourceLines(text);
  const listed = (candidate: Candidate): CodeBlock => toBlock(candidate, lines, examined.has(candidate));
  const joined = parts.map(listed);
  const block = joined.length === 0 ? listed(best) : joinedBlock(toBlock(best, lines, true), joined);
  const rivals = [
    ...ranked.slice(1).flatMap((candidate) => {
      const own = partsOf.get(candidate) ?? [];
      return own.length === 0 ? [candidate] : own;
    }),
    ...candidates.filter((candidate) => !examined.has(candidate)),
  ].map(listed);
  const blocks = [...(joined.length === 0 ? [block] : joined), ...rivals];
  const decidedBy = decidedBetween(best, second, joined.length > 0);
  const ambiguous = second?.code !== best.code && (GUESSES.has(decidedBy) || isEarlierVersion(best, second));
  return {
    ok: true,
    code: best.code,
    block,
    joined,
    blocks,
    decidedBy,
    ambiguous,
    reason: reasonOf(decidedBy, count, joined),
    findings: findingsOf(block, blocks, rivals, ambiguous ? decidedBy : undefined, count, lines),
  };
}

/** What decides without telling that the other block was not meant. */
const GUESSES: ReadonlySet<DecidedBy> = new Set(['version', 'size', 'complete', 'position']);

/** Whether words alone made an earlier block win over one that defines the same anew. */
function isEarlierVersion(best: Candidate, second: Candidate | undefined): boolean {
  return second !== undefined && isRedefinedBy(best, second) && second.isThinking !== true;
}

function decidedBetween(best: Candidate, second: Candidate | undefined, isJoined: boolean): DecidedBy {
  if (second !== undefined) return decide(best, second).by;
  return isJoined ? 'joined' : 'only';
}

/** Reads the names that a block defines and lacks, where its length was affordable. */
function readNames(candidate: Candidate, asked: readonly string[]): void {
  const { code, parses } = candidate;
  if (parses === undefined) return;
  candidate.defines = namesDefinedBy(code);
  if (parses) candidate.missing = namesMissingIn(code);
  const bound = parses && asked.length > 0 ? namesBoundBy(code) : candidate.defines;
  candidate.asked = asked.filter((name) => bound.has(name)).length;
}

function markerOf(text: string, candidate: Candidate, next: Candidate | undefined): Marker {
  if (candidate.isThinking === true) return { weight: -1, words: 'inside <think>' };
  if (candidate.source === 'tool_call') return candidate.marker;
  const wrong = calledWrongAfter(text, candidate.end, next?.proseEnd ?? text.length);
  if (wrong !== undefined) return { weight: -1, words: wrong };
  return markerBefore(text, candidate.proseFrom, candidate.proseEnd, candidate.code);
}

/** The blocks that are listed when there are too many; undefined when all are. */
function selectListed(blocks: readonly FencedBlock[]): ReadonlySet<FencedBlock> | undefined {
  if (blocks.length <= MAX_LISTED) return undefined;
  const quarter = MAX_LISTED / 4;
  const largest = [...blocks]
    .sort((left, right) => right.end - right.start - (left.end - left.start))
    .slice(0, 2 * quarter);
  return new Set([...blocks.slice(0, quarter), ...largest, ...blocks.slice(-quarter)]);
}

function selectExamined(candidates: readonly Candidate[]): ReadonlySet<Candidate> {
  if (candidates.length <= MAX_EXAMINED) return new Set(candidates);
  const third = MAX_EXAMINED / 3;
  const largest = [...candidates].sort((left, right) => right.codeLines - left.codeLines).slice(0, third);
  const chosen = new Set([...candidates.slice(0, third), ...candidates.slice(-third), ...largest]);
  return new Set([...chosen].sort((left, right) => left.start - right.start));
}
