import { contentHash, type JsonObject } from '../../core/index.js';
import { frozenJson, orAborted, startDeadline } from '../../core/internal.js';
import type { RewardSample } from '../reward.js';
import type { ProgramRun, TrainableProgram, VariableValues } from '../trainable-program.js';
import type { TrainingExample } from '../training-example.js';
import { addUsage, NO_USAGE, type TrainingOutcome } from '../training-outcome.js';
import { type Judge, largestReward } from './judges.js';

/** An outcome before it is known whose it is. */
export type JudgedRun = Omit<TrainingOutcome, 'candidate'>;

/** How one sample is run. */
export interface RunSampleOptions {
  readonly values?: VariableValues;
  readonly training: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a program on samples and judges what it gives. Holds no state between samples. */
export class SampleRunner {
  readonly #program: TrainableProgram;
  readonly #judges: readonly (Judge | null)[];
  readonly #seconds: number | undefined;

  constructor(options: {
    readonly program: TrainableProgram;
    readonly judges: readonly (Judge | null)[];
    readonly secondsPerSample: number | undefined;
  }) {
    this.#program = options.program;
    this.#judges = options.judges;
    this.#seconds = options.secondsPerSample;
  }

  /** The largest reward that a sample can have; Infinity where there is no end. */
  get largestReward(): number {
    return largestReward(this.#judges);
  }

  /** Runs one sample; what takes too long is a run that failed. */
  async run(inputs: readonly (JsonObject | null)[], options: RunSampleOptions): Promise<ProgramRun> {
    if (this.#seconds === undefined) {
      return await orAborted(this.#program.run(inputs, options), options.signal);
    }
    const limit = startDeadline(this.#seconds, options.signal);
    try {
      return await orAborted(this.#program.run(inputs, { ...options, signal: limit.signal }), limit.signal);
    } catch (error) {
      if (options.signal?.aborted === true || !limit.passed()) throw error;
      return failedRun(this.#program, `It took longer than ${this.#seconds} seconds.`);
    } finally {
      limit.end();
    }
  }

  /** Runs one sample and judges it. Rejects where a reward failed: that says nothing about the program. */
  async judge(example: TrainingExample, options: RunSampleOptions): Promise<JudgedRun> {
    for (const judge of this.#judges) judge?.batch?.enter();
    let run: ProgramRun;
    try {
      run = await this.run(example.x, options);
    } catch (error) {
      for (const judge of this.#judges) judge?.batch?.leave();
      throw error;
    }
    return await this.#judged(example, run, options.signal);
  }

  async #judged(
    example: TrainingExample,
    run: ProgramRun,
    signal: AbortSignal | undefined,
  ): Promise<JudgedRun> {
    const hash = hashOf(run);
    if (hash === null && run.error === null)
      return this.#judged(example, notJson(this.#program, run), signal);
    // A reward that sorts a list in place would change what the next one judges, and what is kept.
    const outputs = frozenJson(run.outputs);
    const words: string[] = [];
    let reward = 0;
    let usage = NO_USAGE;
    const judgements = await Promise.all(
      this.#judges.map((judge, place) => {
        if (judge === null) return null;
        const yPred = run.error === null ? (outputs[place] ?? null) : null;
        if (yPred === null) {
          judge.batch?.leave();
          if (run.error === null) words.push(`Nothing came out of ${judge.output}.`);
          return null;
        }
        const sample: RewardSample = {
          yTrue: example.y[place] ?? null,
          yPred,
          context: { exampleId: example.id, inputs: example.x, output: judge.output, signal },
        };
        return judge.judge(sample);
      }),
    );
    for (const [place, judgement] of judgements.entries()) {
      if (judgement === null) continue;
      reward += judgement.reward * (this.#judges[place] as Judge).weight;
      usage = addUsage(usage, judgement.usage);
      if (judgement.feedback !== null && judgement.feedback !== '') words.push(judgement.feedback);
    }
    return {
      exampleId: example.id,
      reward,
      feedback: words.length === 0 ? null : words.join(' '),
      outputs,
      outputHash: hash,
      calls: run.calls,
      error: run.error,
      usage: { inference: run.usage, reward: usage },
    };
  }
}

function failedRun(program: TrainableProgram, error: string): ProgramRun {
  return { outputs: program.outputNames.map(() => null), calls: [], error, usage: NO_USAGE };
}

function hashOf(run: ProgramRun): string | null {
  if (run.error !== null) return null;
  try {
    return contentHash(run.outputs);
  } catch {
    return null;
  }
}

function notJson(program: TrainableProgram, run: ProgramRun): ProgramRun {
  return { ...run, outputs: program.outputNames.map(() => null), error: 'Its output is not JSON.' };
}
