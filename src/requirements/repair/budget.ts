import { defineOptions, type OptionsCheck, option } from '../../core/index.js';
import { counted } from '../../core/internal.js';
import type { ReplyUsage } from '../message.js';

/** What a repair loop may use. What is left out is not limited, attempts and lanes by the strategy. */
export interface RepairBudget {
  /** Attempts in each lane, over the strategy's. */
  readonly attempts?: number;
  /** Lanes that run at the same time, over the strategy's. */
  readonly concurrency?: number;
  /** Calls of models in all. */
  readonly modelCalls?: number;
  /** Wall-clock seconds in all. */
  readonly seconds?: number;
  /** Tokens in all, where replies tell them. */
  readonly tokens?: number;
  /** Money in all, where replies tell it. */
  readonly cost?: number;
  /**
   * How often a call of a model that fails is made again, after 1, 2, 4, … seconds (at most 30). Each is a model call.
   * Default 2.
   */
  readonly generateRetries?: number;
}

/** Checks a {@link RepairBudget}. */
export const checkRepairBudget: OptionsCheck = defineOptions<RepairBudget>()('The budget of repairLoop', {
  attempts: option.wholeNumber(1),
  concurrency: option.wholeNumber(1),
  modelCalls: option.wholeNumber(1),
  seconds: option.positive,
  tokens: option.wholeNumber(1),
  cost: option.positive,
  generateRetries: option.wholeNumber(0),
});

/** What a repair loop has used. */
export interface RepairUsage {
  readonly modelCalls: number;
  readonly seconds: number;
  /** As far as replies told. */
  readonly tokens: number;
  /** As far as replies told. */
  readonly cost: number;
}

/** Counts what a loop uses against its budget. */
export interface BudgetMeter {
  /** What is used up, in words, or null. */
  exhausted(): string | null;
  countCall(): void;
  countReply(usage: ReplyUsage | undefined): void;
  usage(): RepairUsage;
}

/** Starts counting. `now` gives milliseconds of a clock that never goes back. */
export function startBudget(budget: RepairBudget, now: () => number): BudgetMeter {
  const startedAt = now();
  let modelCalls = 0;
  let tokens = 0;
  let cost = 0;
  const usage = (): RepairUsage => ({ modelCalls, seconds: (now() - startedAt) / 1000, tokens, cost });
  return {
    exhausted() {
      const used = usage();
      for (const name of ['modelCalls', 'seconds', 'tokens', 'cost'] as const) {
        const limit = budget[name];
        if (limit !== undefined && used[name] >= limit)
          return `The budget of ${counted(limit, ...words[name])} is used up.`;
      }
      return null;
    },
    countCall: () => void modelCalls++,
    countReply(told) {
      tokens += amountOf(told?.tokens);
      cost += amountOf(told?.cost);
    },
    usage,
  };
}

/** What a reply tells, where that is an amount: anything else would give back what is used, or end the counting. */
function amountOf(told: unknown): number {
  return typeof told === 'number' && told > 0 ? told : 0;
}

const words: Readonly<Record<'modelCalls' | 'seconds' | 'tokens' | 'cost', [noun: string, plural?: string]>> =
  {
    modelCalls: ['model call'],
    seconds: ['second'],
    tokens: ['token'],
    cost: ['in money', 'in money'],
  };
