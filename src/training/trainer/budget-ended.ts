import { MettleError } from '../../core/index.js';
import { trainingError } from '../error-codes.js';
import type { FitStopReason } from '../training-budget.js';

/** What an evaluation rejects with when nothing more may be run. */
export function budgetEnded(reason: FitStopReason): MettleError {
  return trainingError('budget_ended', `The training may run nothing more (${reason}).`, {
    details: { reason },
  });
}

/** Why the budget ended, where that is what was thrown; null for anything else. */
export function budgetEndReason(error: unknown): FitStopReason | null {
  if (!MettleError.isInstance(error) || error.code !== 'training/budget_ended') return null;
  return error.details.reason as FitStopReason;
}

/** Does work until it is done or the budget ends, and gives the reason of the end. */
export async function untilBudgetEnds<Result>(work: () => Promise<Result>): Promise<Result | FitStopReason> {
  try {
    return await work();
  } catch (error) {
    const reason = budgetEndReason(error);
    if (reason === null) throw error;
    return reason;
  }
}
