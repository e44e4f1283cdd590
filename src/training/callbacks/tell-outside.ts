import { errorMessage } from '../../core/internal.js';

/** Tells somebody outside of the training. */
export type TellOutside = (what: () => void | Promise<void>) => Promise<void>;

/**
 * Tells a service that watches the training. One that fails must not end what has been paid for: the first failure is a
 * warning of the process, and after three in a row nothing more is tried.
 */
export function tellOutside(owner: string): TellOutside {
  let failures = 0;
  let hasWarned = false;
  return async (what) => {
    if (failures >= 3) return;
    try {
      await what();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (hasWarned) return;
      hasWarned = true;
      process.emitWarning(`${owner}: ${errorMessage(error)} The training goes on without it.`);
    }
  };
}
