import { trainingError } from '../error-codes.js';
import type { FactLog } from '../journal/facts.js';
import type { EvaluationPurpose } from '../optimizer.js';
import type { TrainableProgram, VariableValues } from '../trainable-program.js';
import type { FitStopReason } from '../training-budget.js';
import type { TrainingExample } from '../training-example.js';
import { NO_USAGE, type TrainingOutcome } from '../training-outcome.js';
import { budgetEnded, budgetEndReason } from './budget-ended.js';
import type { SampleRunner } from './sample-runner.js';
import type { SpendingMeter } from './spending-meter.js';
import { identify, sameJson, type TrainingStore } from './training-store.js';

interface Candidate {
  readonly id: string;
  readonly values: VariableValues;
}

interface Job {
  readonly candidate: Candidate;
  readonly example: TrainingExample;
  readonly resolve: (outcome: TrainingOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs candidates on examples: each pair once, in the order of asking, a bounded number at a time, as long as the budget
 * admits it.
 */
export class CandidateRuns {
  readonly #program: TrainableProgram;
  readonly #start: VariableValues;
  readonly #runner: SampleRunner;
  readonly #store: TrainingStore;
  readonly #meter: SpendingMeter;
  readonly #facts: FactLog;
  readonly #concurrency: number;
  readonly #signal: AbortSignal | undefined;
  readonly #queue: Job[] = [];
  readonly #underWay = new Map<string, Promise<TrainingOutcome>>();
  #active = 0;
  #waitsForBudget = false;
  #ticket = 0;
  #ended: FitStopReason | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(options: {
    readonly program: TrainableProgram;
    readonly start: VariableValues;
    readonly runner: SampleRunner;
    readonly store: TrainingStore;
    readonly meter: SpendingMeter;
    readonly facts: FactLog;
    readonly concurrency: number;
    readonly signal: AbortSignal | undefined;
  }) {
    this.#program = options.program;
    this.#start = options.start;
    this.#runner = options.runner;
    this.#store = options.store;
    this.#meter = options.meter;
    this.#facts = options.facts;
    this.#concurrency = options.concurrency;
    this.#signal = options.signal;
  }

  /** Why nothing more is run; null while it is. */
  get ended(): FitStopReason | null {
    return this.#ended;
  }

  /** Ends the work: what is under way is finished, what waits is refused. */
  end(reason: FitStopReason): void {
    this.#ended ??= reason;
    this.#pump();
  }

  /** Goes on, with what was held back of the budget. After an abort there is no going on. */
  reopen(): void {
    if (this.#ended !== 'aborted') this.#ended = null;
  }

  /** The candidate's id. */
  identify(values: VariableValues): Candidate {
    const unknown = Object.keys(values).find((key) => !Object.hasOwn(this.#start, key));
    if (unknown !== undefined) {
      throw trainingError(
        'unknown_variable',
        `The program has no variable ${unknown}; it has ${Object.keys(this.#start).join(', ')}.`,
      );
    }
    const candidate = identify(this.#start, values);
    this.#store.name(candidate.id, candidate.values);
    return candidate;
  }

  /** The candidate's outcomes in the order of the examples; rejects when the budget does not admit all of them. */
  async evaluate(
    values: VariableValues,
    examples: readonly TrainingExample[],
    purpose: EvaluationPurpose,
  ): Promise<TrainingOutcome[]> {
    const candidate = this.identify(values);
    const settled = await Promise.allSettled(
      examples.map(async (example) => {
        const outcome = await this.#outcome(candidate, example);
        this.#store.look(candidate.id, example.id, purpose);
        return outcome;
      }),
    );
    const rejected = settled.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
    if (rejected.length > 0) throw rejected.find((error) => budgetEndReason(error) === null) ?? rejected[0];
    return settled.map((result) => (result as PromiseFulfilledResult<TrainingOutcome>).value);
  }

  #outcome(candidate: Candidate, example: TrainingExample): Promise<TrainingOutcome> | TrainingOutcome {
    const known = this.#store.get(candidate.id, example.id);
    if (known !== undefined) return known;
    const key = `${candidate.id}/${example.id}`;
    const running = this.#underWay.get(key);
    if (running !== undefined) return running;
    this.#store.expect(candidate.id, example.id);
    const outcome = new Promise<TrainingOutcome>((resolve, reject) => {
      this.#queue.push({ candidate, example, resolve, reject });
    });
    this.#underWay.set(key, outcome);
    const forget = (): void => void this.#underWay.delete(key);
    outcome.then(forget, forget);
    this.#pump();
    return outcome;
  }

  #pump(): void {
    while (this.#queue.length > 0) {
      try {
        if (!this.#next()) return;
      } catch (error) {
        this.#failure ??= { error };
      }
    }
  }

  /** Starts or refuses the first that waits; false where it must go on waiting. */
  #next(): boolean {
    const job = this.#queue[0] as Job;
    if (this.#refusal() !== null) {
      this.#queue.shift();
      job.reject(this.#refusal());
      return true;
    }
    const place = `evaluation ${this.#ticket}`;
    const stopped = this.#facts.stop(place);
    if (stopped !== undefined) {
      this.#endHere(stopped);
      return true;
    }
    const recorded = this.#facts.outcome(job.candidate.id, job.example.id);
    if (recorded === undefined && this.#active >= this.#concurrency) return false;
    if (recorded === undefined || this.#meter.admit() === 'evaluations') {
      const answer = this.#signal?.aborted === true ? 'aborted' : this.#meter.admit();
      if (answer === 'wait') {
        void this.#goOnWhenFree();
        return false;
      }
      if (answer !== null) {
        if (answer === 'seconds' || answer === 'tokens' || answer === 'cost') this.#stop(place, answer);
        this.#endHere(answer);
        return true;
      }
    }
    this.#queue.shift();
    this.#ticket++;
    this.#meter.start();
    if (recorded === undefined) void this.#run(job);
    else {
      this.#meter.count(recorded.usage);
      this.#store.add(recorded);
      job.resolve(recorded);
    }
    return true;
  }

  /** The ticket is used up: what is begun after a reopening is another place. */
  #endHere(reason: FitStopReason): void {
    this.#ended = reason;
    this.#ticket++;
  }

  #stop(before: string, reason: FitStopReason): void {
    this.#facts.keep({ fact: 'stop', before, reason }, this.#meter.seconds());
  }

  #refusal(): unknown {
    if (this.#failure !== null) return this.#failure.error;
    return this.#ended === null ? null : budgetEnded(this.#ended);
  }

  async #run(job: Job): Promise<void> {
    this.#active++;
    const release = this.#meter.hold(this.#meter.evaluationNeed());
    try {
      const outcome = await this.#judge(job);
      this.#meter.count(outcome.usage);
      this.#facts.keep({ fact: 'outcome', outcome }, this.#meter.seconds());
      this.#store.add(outcome);
      job.resolve(outcome);
    } catch (error) {
      if (this.#signal?.aborted === true) this.#ended ??= 'aborted';
      else this.#failure ??= { error };
      job.reject(this.#refusal());
    } finally {
      this.#active--;
      release();
      this.#pump();
    }
  }

  async #goOnWhenFree(): Promise<void> {
    if (this.#waitsForBudget) return;
    this.#waitsForBudget = true;
    await this.#meter.freed();
    this.#waitsForBudget = false;
    this.#pump();
  }

  async #judge({ candidate, example }: Job): Promise<TrainingOutcome> {
    const problem = await this.#problem(candidate);
    if (problem !== null) return refused(this.#program, candidate, example, problem);
    const judged = await this.#runner.judge(example, {
      values: candidate.values,
      training: true,
      signal: this.#signal,
    });
    return { candidate: candidate.id, ...judged };
  }

  async #problem({ values }: Candidate): Promise<string | null> {
    for (const variable of this.#program.variables) {
      const value = values[variable.key];
      if (value === undefined || sameJson(value, this.#start[variable.key])) continue;
      const problem = await variable.validate(value);
      if (problem !== null) return `${variable.key}: ${problem}`;
    }
    return null;
  }
}

function refused(
  program: TrainableProgram,
  candidate: Candidate,
  example: TrainingExample,
  problem: string,
): TrainingOutcome {
  return {
    candidate: candidate.id,
    exampleId: example.id,
    reward: 0,
    feedback: problem,
    outputs: program.outputNames.map(() => null),
    outputHash: null,
    calls: [],
    error: problem,
    usage: { inference: NO_USAGE, reward: NO_USAGE },
  };
}
