import type { MettleError } from '../../core/index.js';
import { WaitingLine } from '../../core/internal.js';
import { trainingError } from '../error-codes.js';
import type { ProgramUsage } from '../trainable-program.js';
import type { TrainingBudget, TrainingSpending } from '../training-budget.js';
import { addUsage, NO_USAGE, type Phase } from '../training-outcome.js';

/** A part of the budget that is held back for what comes later. */
export interface Reserve {
  readonly evaluations: number;
  readonly seconds: number;
  readonly tokens: number;
  readonly cost: number;
}

export const NO_RESERVE: Reserve = { evaluations: 0, seconds: 0, tokens: 0, cost: 0 };

type Limit = 'evaluations' | 'seconds' | 'tokens' | 'cost';

/** What an evaluation or a model call may use. */
export interface Need {
  readonly tokens: number;
  readonly cost: number;
}

const NO_NEED: Need = { tokens: 0, cost: 0 };

/** What one evaluation may use, as a multiple of the most that any used before it. */
const HEADROOM = 4;

/** Counts what a training spends against its budget. */
export class SpendingMeter {
  readonly #budget: TrainingBudget;
  readonly #now: () => number;
  #startedAt: number;
  #reserve: Reserve = NO_RESERVE;
  #evaluations = 0;
  #usage: Record<Phase, ProgramUsage> = { inference: NO_USAGE, reward: NO_USAGE, optimizer: NO_USAGE };
  #largest = { tokens: 0, cost: 0 };
  #counted = 0;
  readonly #held = new Set<Need>();
  readonly #waiting = new WaitingLine();

  /**
   * @param options.now - milliseconds of a clock that never goes back.
   * @param options.secondsBefore - seconds that earlier processes of the same training took.
   * @throws {MettleError} `training/invalid_budget`
   */
  constructor(options: {
    readonly budget: TrainingBudget;
    readonly now: () => number;
    readonly secondsBefore: number;
  }) {
    checkBudget(options.budget);
    this.#budget = options.budget;
    this.#now = options.now;
    this.#startedAt = options.now() - options.secondsBefore * 1000;
  }

  /** Holds a part of the budget back. */
  reserve(reserve: Reserve): void {
    this.#reserve = reserve;
  }

  /**
   * Whether one more evaluation may start beside what is under way: null, the limit that is reached, or `wait` where that
   * is known only when some of it has ended.
   */
  admit(): Limit | 'wait' | null {
    const { maxEvaluations } = this.#budget;
    if (maxEvaluations !== undefined && this.#evaluations >= maxEvaluations - this.#reserve.evaluations) {
      return 'evaluations';
    }
    return this.admitCall(this.evaluationNeed());
  }

  /** As {@link SpendingMeter.admit}, for a model call of the optimizer that may use so much. */
  admitCall(need: Need | null): Exclude<Limit, 'evaluations'> | 'wait' | null {
    const { maxTokens, maxCost } = this.#budget;
    if (this.secondsLeft() <= 0) return 'seconds';
    const { tokens, cost } = this.spent();
    if (maxTokens !== undefined) {
      const answer = this.#fits(maxTokens - this.#reserve.tokens - tokens, need, 'tokens');
      if (answer !== 'yes') return answer === 'no' ? 'tokens' : 'wait';
    }
    if (maxCost !== undefined) {
      if (cost === null) throw unpriced();
      const answer = this.#fits(maxCost - this.#reserve.cost - cost, need, 'cost');
      if (answer !== 'yes') return answer === 'no' ? 'cost' : 'wait';
    }
    return null;
  }

  /** What one more evaluation is held to use at most; null while none has been counted. */
  evaluationNeed(): Need | null {
    if (this.#counted === 0) return null;
    const { tokens, cost } = this.#largest;
    return { tokens: HEADROOM * tokens, cost: HEADROOM * cost };
  }

  /** Holds back what is under way, until the function that it gives is called. */
  hold(need: Need | null): () => void {
    const held = { ...(need ?? NO_NEED) };
    this.#held.add(held);
    return () => {
      if (!this.#held.delete(held)) return;
      this.#waiting.serveAll();
    };
  }

  /** Waits until something that is held now is free again. */
  freed(signal?: AbortSignal): Promise<void> {
    return this.#waiting.wait(signal);
  }

  /** Counts an evaluation that starts. */
  start(): void {
    this.#evaluations++;
  }

  /** Counts what an evaluation, or an optimizer's model call, used. */
  count(usage: Partial<Readonly<Record<Phase, ProgramUsage>>>): void {
    let sum = NO_USAGE;
    for (const [phase, used] of Object.entries(usage) as [Phase, ProgramUsage][]) {
      this.#usage[phase] = addUsage(this.#usage[phase], used);
      sum = addUsage(sum, used);
    }
    if (usage.inference === undefined) return;
    this.#counted++;
    this.#largest = {
      tokens: Math.max(this.#largest.tokens, sum.inputTokens + sum.outputTokens),
      cost: Math.max(this.#largest.cost, sum.cost ?? 0),
    };
  }

  spent(): TrainingSpending {
    const { inference, reward, optimizer } = this.#usage;
    const sum = addUsage(addUsage(inference, reward), optimizer);
    return {
      evaluations: this.#evaluations,
      seconds: this.seconds(),
      tokens: sum.inputTokens + sum.outputTokens,
      cost: sum.cost,
    };
  }

  usage(): Readonly<Record<Phase, ProgramUsage>> {
    return { ...this.#usage };
  }

  /** Seconds since the training began, those of earlier processes counted in. */
  seconds(): number {
    return (this.#now() - this.#startedAt) / 1000;
  }

  /** Seconds until the budget of time ends, without what is held back; infinity where there is none. */
  secondsLeft(): number {
    if (this.#budget.seconds === undefined) return Number.POSITIVE_INFINITY;
    return this.#budget.seconds - this.#reserve.seconds - this.seconds();
  }

  /** With nothing measured yet, or where those under way may use all that is left, only their end tells. */
  #fits(left: number, need: Need | null, of: keyof Need): 'yes' | 'no' | 'wait' {
    if (left <= 0) return 'no';
    if (this.#held.size === 0) return 'yes';
    if (need === null) return 'wait';
    let held = 0;
    for (const each of this.#held) held += each[of];
    return held + need[of] <= left ? 'yes' : 'wait';
  }
}

function checkBudget(budget: TrainingBudget): void {
  const known = ['maxEvaluations', 'seconds', 'maxTokens', 'maxCost'];
  for (const [name, value] of Object.entries(budget)) {
    if (!known.includes(name)) {
      throw trainingError('invalid_budget', `A budget has ${known.join(', ')}; there is no ${name}.`);
    }
    if (value === undefined) continue;
    const whole = name === 'maxEvaluations' || name === 'maxTokens';
    if (!(Number.isFinite(value) && value > 0 && (!whole || Number.isSafeInteger(value)))) {
      throw trainingError(
        'invalid_budget',
        `${name} is a ${whole ? 'whole ' : ''}number above 0; got ${String(value)}.`,
      );
    }
  }
}

function unpriced(): MettleError {
  return trainingError(
    'price_unknown',
    'maxCost needs the price of every model. Pass the prices, or limit tokens instead.',
  );
}
