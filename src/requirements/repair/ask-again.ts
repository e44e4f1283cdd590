import { errorMessage, MettleError } from '../../core/index.js';

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

/**
 * Does what may fail for a while, and again after 1, 2, 4, … seconds, at most 30. Mettle's own errors (an answer that is
 * none, a budget that is used up) are not tried again. Rejects with the last failure, or with the signal's reason.
 */
export async function askAgain<T>(ask: () => Promise<T>, options: AskAgainOptions): Promise<T> {
  const { retries, wait, signal, onFailure } = options;
  for (let retry = 0; ; retry++) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      onFailure(error, errorMessage(error));
      if (retry >= retries || MettleError.isInstance(error)) throw error;
    }
    await wait(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** retry), signal);
    signal.throwIfAborted();
  }
}
