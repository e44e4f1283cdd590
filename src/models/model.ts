import type { ModelCallOptions, ModelRequest } from './request.js';
import type { ModelResponse } from './response.js';
import type { ModelStreamEvent } from './stream-event.js';

/**
 * A language model: the one seam through which Mettle asks one. Make it with `openModel`; wrap it with what should hold
 * for each call (a budget, a cache, retries); it keeps no conversation, so that one model serves any number of calls.
 *
 * Both methods reject with a `MettleError` whose code begins with `models/`, and with the signal's reason when it is
 * aborted. `details.transient` of such an error says whether the same call may succeed later.
 */
export interface Model {
  /** For example `openai` or `openai-compatible/local`. */
  readonly provider: string;
  /** The provider's name of the model. */
  readonly modelId: string;
  /** Asks once, and gives the whole reply. */
  call(request: ModelRequest, options?: ModelCallOptions): Promise<ModelResponse>;
  /**
   * Asks once, and gives the reply as it is written. Nothing is asked before the first piece is taken; leaving the loop
   * early gives the call up.
   */
  stream(request: ModelRequest, options?: ModelCallOptions): AsyncIterable<ModelStreamEvent>;
}

/** A model's name for people, records and prices: `provider/model`. */
export function modelName({ provider, modelId }: Pick<Model, 'provider' | 'modelId'>): string {
  return `${provider}/${modelId}`;
}
