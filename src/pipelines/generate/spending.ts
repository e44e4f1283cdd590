import type { Budget, BudgetLimits, ModelPrices } from '../../models/index.js';
import { createLedgerBudget, systemClock } from '../../models/internal.js';
import { RunLedger } from '../store/budget-ledger.js';

/** What model calls of a run use, by all processes that work on it or ever did. */
export interface Spending {
  /** Holds back what a call may use and writes down what it used, in the account that all processes share. */
  readonly budget: Budget;
  readonly prices: ModelPrices;
  /** Says that this process is at work: the seconds of the budget are those since the first that is now began. */
  readonly begin: () => void;
  /** A few words: calls, tokens and, where prices are known, money. */
  readonly words: () => string;
}

/**
 * Opens the account of a run.
 * @param runFolder - the folder that all writers share.
 */
export function openSpending(
  runFolder: string,
  {
    budget: limits = {},
    prices = {},
  }: { readonly budget?: BudgetLimits | undefined; readonly prices?: ModelPrices | undefined },
): Spending {
  const ledger = new RunLedger(runFolder, { day: Date.now(), clock: systemClock.now() });
  return {
    prices,
    budget: createLedgerBudget(limits, ledger),
    begin: () => ledger.begin(),
    words: () => {
      const { calls, tokens, cost } = ledger.read();
      if (calls === 0) return '';
      return `${calls} model calls, ${tokens} tokens${cost > 0 ? `, ${cost.toFixed(2)} spent` : ''}`;
    },
  };
}
