import { canonicalJson } from '../core/index.js';
import type { Example } from '../training/index.js';
import type { BudgetMeter } from '../training/internal.js';
import { evaluateProgram, type Program } from './programs/program.js';
import { SearchFindings } from './search-findings.js';
import type { Solution } from './solution.js';

/** Share of the evaluations in which suspects are looked for in one search over all examples. */
const FIRST_SHARE = 0.4;

/** Starts the engines on examples, for at most so many evaluations; pauses now and then. */
export type StartSearch = (
  examples: readonly Example[],
  findings: SearchFindings,
  evaluations: number,
) => Generator<void, Solution | null>;

/**
 * Which examples are wrong, if at most `tolerance` are: those on which a program fails that does all the others. First
 * one search over all examples, until an expression is right on enough of them; then a search without each example in
 * turn. Null when nothing fits enough of them; an empty list when one program fits all.
 */
export function* findSuspects(options: {
  readonly examples: readonly Example[];
  readonly tolerance: number;
  readonly meter: BudgetMeter;
  readonly start: StartSearch;
}): Generator<void, readonly Example[] | null> {
  const { examples, tolerance, meter, start } = options;
  const total = meter.evaluationsLeft;
  const findings = new SearchFindings(examples);
  const search = start(examples, findings, Math.floor(total * FIRST_SHARE));
  let seen: Program | null = null;
  for (let step = search.next(); ; step = search.next()) {
    if (step.done === true && isTrusted(step.value)) return [];
    if (findings.partial !== null && findings.partial !== seen) {
      seen = findings.partial;
      const wrong = wrongOf(seen, examples);
      if (wrong.length <= tolerance) return wrong;
    }
    if (step.done === true) break;
    yield;
  }
  const limit = total * 2 * FIRST_SHARE;
  for (const [index, left] of examples.entries()) {
    const share = Math.floor((limit - (total - meter.evaluationsLeft)) / (examples.length - index));
    if (share < 100) break;
    const others = examples.filter((example) => example !== left);
    const solution = yield* start(others, new SearchFindings(others), share);
    if (isTrusted(solution)) return [left];
  }
  return null;
}

function isTrusted(solution: Solution | null): solution is Solution {
  return solution !== null && solution.engine !== 'tree' && solution.engine !== 'constant';
}

function wrongOf(program: Program, examples: readonly Example[]): Example[] {
  return examples.filter(({ input, output }) => {
    const actual = evaluateProgram(program, input);
    return actual === undefined || canonicalJson(actual) !== canonicalJson(output);
  });
}

/** Of so many examples, one may be wrong. */
const EXAMPLES_PER_WRONG_ONE = 4;

/** How many of the examples may be wrong: as many as are tolerated, where there are enough beside them. */
export function mostWrong(examples: number, tolerance: number): number {
  return Math.min(tolerance, Math.floor(examples / EXAMPLES_PER_WRONG_ONE));
}

/** Says so where fewer may be wrong than are tolerated. */
export function toleranceAdvice(examples: number, tolerance: number): readonly string[] {
  const most = mostWrong(examples, tolerance);
  if (most === tolerance) return [];
  const allowed = most === 0 ? 'none' : `only ${most}`;
  return [
    `A tolerance of ${tolerance} needs ${EXAMPLES_PER_WRONG_ONE * tolerance} examples; of ${examples}, ${allowed} may be wrong.`,
  ];
}
