import type { MettleError } from '../core/index.js';
import { orAborted } from '../core/internal.js';
import { modelError } from './error-codes.js';
import { modelAround } from './heed-signal.js';
import type { ModelMessage } from './message.js';
import { type Model, modelName } from './model.js';
import { type ModelFailureDetails, modelFailure } from './model-error.js';
import { plainResponse } from './plain-response.js';
import type { ModelCallOptions, ModelRequest } from './request.js';
import type { ModelResponse } from './response.js';
import { streamOfResponse } from './stream-event.js';

/**
 * A model as a function: it gets the conversation and gives the text of the reply. It sees tools, schemas and settings
 * in `request`, and calls no tools itself.
 */
export type ModelFunction = (
  messages: readonly ModelMessage[],
  options: { readonly request: ModelRequest; readonly signal: AbortSignal | undefined },
) => string | Promise<string>;

/** Wraps a function as a model; it is named `function/NAME` after the function. */
export function fromFunction(ask: ModelFunction): Model {
  const names = { provider: 'function', modelId: ask.name === '' ? 'model' : ask.name };
  const name = modelName(names);
  const call = async (request: ModelRequest, { signal }: ModelCallOptions = {}): Promise<ModelResponse> => {
    signal?.throwIfAborted();
    try {
      const asked = Promise.resolve(ask(request.messages, { request, signal }));
      return responseOf(await orAborted(asked, signal), name);
    } catch (error) {
      signal?.throwIfAborted();
      throw modelFailure(error, name);
    }
  };
  return modelAround(names, {
    call,
    async *stream(request, options) {
      yield* streamOfResponse(await call(request, options));
    },
  });
}

function responseOf(text: unknown, model: string): ModelResponse {
  if (typeof text !== 'string') throw notText(text, model);
  return plainResponse(model, text);
}

function notText(value: unknown, model: string): MettleError {
  const details: ModelFailureDetails = { model, transient: false, status: null, retryAfterSeconds: null };
  return modelError(
    'invalid_response',
    `${model} returned ${value === null ? 'null' : typeof value}; a function as a model returns the text of the reply.`,
    { details: { ...details } },
  );
}
