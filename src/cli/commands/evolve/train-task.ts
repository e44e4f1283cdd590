import type { ProgressListener } from '../../../core/index.js';
import { searchScript } from '../../../optimizers/index.js';
import type { Sandbox } from '../../../sandbox/index.js';
import {
  allPassed,
  type Budget,
  type Confidence,
  evaluateScript,
  type InputOutput,
  makeExamples,
  type Score,
  type StopReason,
  scoreOutcomes,
} from '../../../training/index.js';
import type { NamedTask } from './read-tasks.js';

/** What `evolve` reports of one task. */
export interface TaskResult {
  readonly task: string;
  /** Whether the script does everything: all examples, held-out ones and, for ARC tasks, the test pairs. */
  readonly solved: boolean;
  /** The script, or null when abstained. */
  readonly script: string | null;
  readonly train: Score;
  /** Held-out examples; for ARC tasks the test pairs. */
  readonly holdout: Score;
  readonly confidence: Confidence | null;
  readonly reasons: readonly string[];
  /** Which examples would help where it abstained. */
  readonly advice: readonly string[];
  readonly foundBy: string | null;
  readonly abstained: boolean;
  /** The best script even when abstained. */
  readonly guess: string | null;
  /** Examples that seem to be wrong; empty without a tolerance. */
  readonly suspects: readonly InputOutput[];
  readonly evaluations: number;
  readonly seconds: number;
  readonly stopReason: StopReason;
}

/** Trains one task and scores the script on the pairs that training never saw. */
export async function trainTask(
  file: NamedTask,
  options: {
    readonly budget: Budget;
    readonly seed: number;
    /** How many examples may be wrong. */
    readonly tolerance: number;
    readonly sandbox: Sandbox;
    readonly signal: AbortSignal;
    readonly onProgress: ProgressListener;
  },
): Promise<TaskResult> {
  const result = await searchScript({ ...file.task, ...options });
  const holdout =
    file.test.length === 0 ? result.holdout : await testScore(file, result.script, options.sandbox);
  return {
    task: file.name,
    solved: result.solved && allPassed(holdout),
    script: result.script,
    train: result.train,
    holdout,
    confidence: result.confidence,
    reasons: result.reasons,
    advice: result.advice,
    foundBy: result.foundBy,
    abstained: result.abstained,
    guess: result.guess?.script ?? null,
    suspects: result.suspects ?? [],
    evaluations: result.evaluations,
    seconds: result.seconds,
    stopReason: result.stopReason,
  };
}

async function testScore(file: NamedTask, script: string | null, sandbox: Sandbox): Promise<Score> {
  const examples = makeExamples(file.test);
  if (script === null) return { passed: 0, total: examples.length, rate: null };
  return scoreOutcomes(await evaluateScript({ script, examples, sandbox }));
}
