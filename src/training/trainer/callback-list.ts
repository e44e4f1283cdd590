import { errorMessage } from '../../core/internal.js';
import type { Callback, CallbackContext } from '../callback.js';
import type { Logs } from '../history.js';

/** Calls the hooks of several callbacks, one after the other. */
export class CallbackList {
  readonly #callbacks: readonly Callback[];
  readonly #context: CallbackContext;

  constructor(callbacks: readonly Callback[] | undefined, context: CallbackContext) {
    this.#callbacks = callbacks ?? [];
    this.#context = context;
  }

  /** Does work, and tells the callbacks of the error it ends with. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      for (const callback of this.#callbacks) {
        try {
          await callback.onError?.(error, this.#context);
        } catch (second) {
          process.emitWarning(`A callback threw while it handled an error: ${errorMessage(second)}`);
        }
      }
      throw error;
    }
  }

  /** A moment with nothing to tell of but itself. */
  async begin(hook: 'onTrainBegin' | 'onTestBegin' | 'onPredictBegin' | 'onPredictEnd'): Promise<void> {
    for (const callback of this.#callbacks) await callback[hook]?.(this.#context);
  }

  /** The end of a training or a test. */
  async end(hook: 'onTrainEnd' | 'onTestEnd', logs: Logs): Promise<void> {
    for (const callback of this.#callbacks) await callback[hook]?.(logs, this.#context);
  }

  /** The begin of an epoch or a batch, or the end of a batch that has no figures. */
  async count(hook: Counted, count: number): Promise<void> {
    for (const callback of this.#callbacks) await callback[hook]?.(count, this.#context);
  }

  /** The end of an epoch or a batch. */
  async logs(
    hook: 'onEpochEnd' | 'onTrainBatchEnd' | 'onTestBatchEnd',
    count: number,
    logs: Logs,
  ): Promise<void> {
    for (const callback of this.#callbacks) await callback[hook]?.(count, logs, this.#context);
  }

  /** Whether anybody listens: what is called for each batch is left out where nobody does. */
  get empty(): boolean {
    return this.#callbacks.length === 0;
  }
}

type Counted =
  | 'onEpochBegin'
  | 'onTrainBatchBegin'
  | 'onTestBatchBegin'
  | 'onPredictBatchBegin'
  | 'onPredictBatchEnd';
