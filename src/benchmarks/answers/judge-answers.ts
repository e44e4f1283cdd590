import { canonicalJson, type Json } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { Verdict } from '../../requirements/index.js';
import { type Checker, createChecker, StdioPass, TestsPass } from '../../requirements/index.js';
import { KeptCheckers } from '../../requirements/internal.js';
import type { AnswerCheck, GridsCheck } from '../cases/answer-case.js';
import { codeIn, programOf } from './program-of.js';
import { readGrids } from './read-grids.js';

/** What an answer came to. */
export interface AnswerScore {
  readonly verdict: Verdict;
  /** Empty if it passed. */
  readonly reason: string;
  /** With `not_checked`: that the code is why. It earns nothing. */
  readonly fault?: 'code';
}

/** Scores answers. Code runs in sandboxes, which are kept for the next answers to the same checks. */
export interface AnswerJudge extends AsyncDisposable {
  /** @throws the signal's reason. What can't be carried out is an `error`. */
  judge(check: AnswerCheck, answer: Json, signal?: AbortSignal): Promise<AnswerScore>;
}

/** Wall-clock seconds of each run. Machines under load are slow, and a verdict must not depend on that. */
const SECONDS = 30;
/** Checks whose sandboxes are kept. */
const MOST_CHECKERS = 8;

/** An {@link AnswerJudge} whose sandboxes start when first needed. */
export function createAnswerJudge(): AnswerJudge {
  const kept = new KeptCheckers(MOST_CHECKERS);
  const judgeCode = async (
    check: AnswerCheck,
    code: string,
    signal: AbortSignal | undefined,
  ): Promise<AnswerScore> => {
    if (code.trim() === '') return failed('There is no code in the answer.');
    const key = canonicalJson(check as unknown as Json);
    return kept.use(
      key,
      () => checkerOf(check),
      (checker) => scoreOf(checker, code, signal),
    );
  };
  return {
    async judge(check, answer, signal) {
      try {
        if (check.kind === 'grids') {
          const found = gridsProblem(check, answer);
          const code = found === NO_GRIDS && typeof answer === 'string' ? codeIn(answer) : '';
          if (/\bdef\s+transform\b/.test(code)) return await judgeCode(check, code, signal);
          return found === null ? PASSED : failed(found);
        }
        if (typeof answer !== 'string') return failed('The answer is no text.');
        const code = check.kind === 'tests' ? programOf(answer, check) : codeIn(answer);
        return await judgeCode(check, code, signal);
      } catch (error) {
        signal?.throwIfAborted();
        return { verdict: 'error', reason: errorMessage(error) };
      }
    },
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

const PASSED: AnswerScore = { verdict: 'pass', reason: '' };

function failed(reason: string): AnswerScore {
  return { verdict: 'fail', reason };
}

function checkerOf(check: AnswerCheck): Checker {
  const { timeoutSeconds = SECONDS } = check;
  switch (check.kind) {
    case 'tests':
      return createChecker({ requirements: [TestsPass({ tests: check.tests, timeoutSeconds })] });
    case 'program': {
      const { runs: cases, compare = 'tokens' } = check;
      return createChecker({ requirements: [StdioPass({ cases, compare, timeoutSeconds })] });
    }
    case 'grids':
      return createChecker({ requirements: [TestsPass({ tests: gridTests(check), timeoutSeconds })] });
  }
}

async function scoreOf(
  checker: Checker,
  code: string,
  signal: AbortSignal | undefined,
): Promise<AnswerScore> {
  const report = await checker.checkCode(code, signal === undefined ? {} : { signal });
  const { verdict = 'error', reason = 'Nothing was checked.', fault = null } = report.results[0] ?? {};
  if (verdict === 'pass') return PASSED;
  return fault === 'code' ? { verdict, reason, fault } : { verdict, reason };
}

const NO_GRIDS = 'The answer has no grid for each input, and no function transform.';

function gridsProblem({ outputs, attempts: allowed = 2 }: GridsCheck, answer: Json): string | null {
  const found = readGrids(answer, outputs.length);
  if (found === null) return NO_GRIDS;
  const wrong = outputs.findIndex(
    (output, index) => !found[index]?.slice(0, allowed).some((grid) => isSame(grid, output)),
  );
  return wrong === -1 ? null : `No attempt for input ${wrong + 1} has the expected grid.`;
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function gridTests({ inputs, outputs }: GridsCheck): string {
  return inputs
    .map(
      (input, index) => `assert transform(${JSON.stringify(input)}) == ${JSON.stringify(outputs[index])}\n`,
    )
    .join('');
}
