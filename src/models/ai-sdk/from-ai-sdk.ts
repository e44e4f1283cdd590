import { MettleError } from '../../core/index.js';
import { orAborted } from '../../core/internal.js';
import { modelError } from '../error-codes.js';
import { modelAround } from '../heed-signal.js';
import { type Model, modelName } from '../model.js';
import { cutOff, modelFailure } from '../model-error.js';
import type { ModelCallOptions, ModelRequest } from '../request.js';
import type { ModelResponse } from '../response.js';
import type { ModelStreamEvent } from '../stream-event.js';
import { isRecord } from './from-content.js';
import { fromResult } from './from-result.js';
import type { AiSdkLanguageModel } from './language-model.js';
import { readStream } from './read-stream.js';
import { type CallOptions, toCallOptions } from './to-call-options.js';

/** What a model is called, where that differs from what the AI SDK calls it. */
export interface ModelNames {
  readonly provider?: string;
}

/**
 * A model of the AI SDK as a {@link Model}. A call is given up with its signal, even if the model does not listen.
 *
 * @throws {MettleError} `models/unknown_specification` for a version other than 2, 3 and 4.
 */
export function fromAiSdk(model: AiSdkLanguageModel, names: ModelNames = {}): Model {
  const version = model.specificationVersion;
  const { modelId } = model;
  const provider = names.provider ?? model.provider;
  const name = modelName({ provider, modelId });
  if (!['v2', 'v3', 'v4'].includes(version)) {
    throw modelError(
      'unknown_specification',
      `The model ${name} follows version ${String(version)} of the AI SDK's specification; Mettle knows v2, v3 and v4.`,
    );
  }
  const ask = async (
    method: 'doGenerate' | 'doStream',
    request: ModelRequest,
    options: ModelCallOptions,
  ): Promise<Readonly<Record<string, unknown>>> => {
    options.signal?.throwIfAborted();
    const callOptions: CallOptions = toCallOptions(request, options, version, model.provider);
    const answer = await orAborted(Promise.resolve(model[method](callOptions as never)), options.signal);
    if (isRecord(answer)) return answer;
    throw invalidResponse(name, `${method} gave no object`);
  };
  return modelAround(
    { provider, modelId },
    {
      async call(request, options = {}): Promise<ModelResponse> {
        return orFailure(name, options.signal, async () =>
          fromResult(await ask('doGenerate', request, options), name),
        );
      },
      async *stream(request, options = {}): AsyncGenerator<ModelStreamEvent, void> {
        const { stream } = await orFailure(name, options.signal, () => ask('doStream', request, options));
        if (!(stream instanceof ReadableStream)) throw invalidResponse(name, 'doStream gave no stream');
        try {
          yield* readStream(stream, name, options.signal);
        } catch (error) {
          const failure = failureOf(error, name, options.signal);
          // The answer had begun: what broke is the stream.
          if (MettleError.isInstance(failure) && failure.code === 'models/unreachable')
            throw cutOff(name, error);
          throw failure;
        }
      },
    },
  );
}

async function orFailure<T>(
  name: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error, name, signal);
  }
}

/** The signal's reason where it is aborted, else the failure as a `MettleError`. */
function failureOf(error: unknown, name: string, signal: AbortSignal | undefined): unknown {
  return signal?.aborted === true ? signal.reason : modelFailure(error, name);
}

function invalidResponse(name: string, what: string): MettleError {
  return modelError('invalid_response', `${name}: ${what}.`, {
    details: { model: name, transient: false, status: null, retryAfterSeconds: null },
  });
}
