import type { StopReason } from '../training/index.js';
import type { BudgetMeter } from '../training/internal.js';
import type { SearchOutcome } from './judging/judge.js';
import { gridLibrary, library } from './library/index.js';
import { takeSteps } from './pauses.js';
import { SearchFindings } from './search-findings.js';
import type { ExampleSets, SearchScriptOptions } from './search-options.js';
import type { Solution } from './solution.js';
import { solve } from './solve.js';

/** Runs the engines on examples until one solves them or the budget is used up, and reports progress. */
export async function runEngines(
  options: SearchScriptOptions,
  examples: ExampleSets,
  meter: BudgetMeter,
): Promise<SearchOutcome> {
  if (examples.train.length === 0) {
    return { solution: null, findings: new SearchFindings([]), stopReason: 'unsupported' };
  }
  const findings = new SearchFindings(examples.train);
  const steps = startEngines(options, examples, meter, findings, { evaluations: meter.evaluationsLeft });
  const report = (): void => {
    const secondsLeft = meter.secondsLeft();
    options.onProgress?.({
      stage: 'search',
      done: meter.evaluations,
      total: meter.evaluations + meter.evaluationsLeft,
      note: findings.note(),
      ...(Number.isFinite(secondsLeft) ? { secondsLeft } : {}),
    });
  };
  report();
  const outcome = await takeSteps(steps, meter, report);
  if ('stopped' in outcome) return { solution: findings.best, findings, stopReason: outcome.stopped };
  const solution = outcome.result ?? findings.best;
  return { solution, findings, stopReason: stopReasonOf(solution, meter) };
}

/** The engines at work on examples, for at most so many evaluations: each step ends where the search may pause or stop. */
export function startEngines(
  options: SearchScriptOptions,
  { train, holdout }: ExampleSets,
  meter: BudgetMeter,
  findings: SearchFindings,
  limits: { readonly evaluations: number; readonly tolerance?: number },
): Generator<void, Solution | null> {
  const problem = { variable: 'value', train, holdout, unlabelled: options.unlabelled ?? [], depth: 0 };
  return solve(problem, {
    library,
    gridLibrary,
    meter,
    ...limits,
    equivalence: options.equivalence ?? true,
    ...findings.listeners,
  });
}

function stopReasonOf(solution: Solution | null, meter: BudgetMeter): StopReason {
  if (solution?.holds === true) return 'found';
  return meter.stopReason() ?? 'exhausted';
}
