import { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { isTransient, retryAfterSeconds } from '../../models/index.js';

/** One call of a model's function that failed. */
export interface FailedCall {
  /** Number of the attempt that the call was for. */
  readonly attempt: number;
  /** Its lane. */
  readonly lane: number;
  /** The name of the model that was asked, as in the attempt. */
  readonly model: string;
  /** What went wrong, in words. */
  readonly message: string;
  /** What the function threw. */
  readonly error: unknown;
}

/** How calls that fail are made again. */
export interface AskAgainOptions {
  /** How often at most. */
  readonly retries: number;
  /** Waits some milliseconds; rejects when the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** Hears of each failure. */
  readonly onFailure: (error: unknown, message: string) => void;
}

/** Milliseconds before the first repetition; each later one waits twice as long. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** The longest wait that a provider may ask for, in milliseconds. A call that has to wait longer has failed. */
const LONGEST_ASKED_WAIT = 60_000;

/**
 * Does what may fail for a while, and again after what the provider asks to wait, else after 1, 2, 4, … seconds, at most
 * 30. Mettle's own errors (an answer that is none, a budget that is used up) are not tried again unless they say that they
 * may pass. Rejects with the last failure, or with the signal's reason.
 */
export async function askAgain<T>(ask: () => Promise<T>, options: AskAgainOptions): Promise<T> {
  const { retries, wait, signal, onFailure } = options;
  for (let retry = 0; ; retry++) {
    let milliseconds: number;
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      onFailure(error, errorMessage(error));
      const asked = (retryAfterSeconds(error) ?? 0) * 1000;
      const isFinal = MettleError.isInstance(error) && !isTransient(error);
      if (retry >= retries || isFinal || asked > LONGEST_ASKED_WAIT) throw error;
      milliseconds = asked > 0 ? asked : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** retry);
    }
    await wait(milliseconds, signal);
    signal.throwIfAborted();
  }
}
