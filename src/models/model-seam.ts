import { splitThinking } from '../python/internal.js';
import { type Model, modelName } from './model.js';
import type { ModelAttempt, ModelCallOptions, ModelRequest } from './request.js';
import type { ModelResponse } from './response.js';
import { ThinkingStream } from './thinking-stream.js';

type Asking = Pick<Model, 'call' | 'stream'>;

/**
 * What holds for every model, whoever asks it: thinking in tags is never part of a reply's text, streamed or whole, and `onAttempt` hears of each
 * attempt at the model that is asked in the end. A wrapper reports one only where no model within it did.
 */
export function atTheSeam(names: Pick<Model, 'provider' | 'modelId'>, { call, stream }: Asking): Asking {
  const name = modelName(names);
  return {
    async call(request, options) {
      const attempt = watch(name, request, options);
      try {
        const response = thinkingApart(await call(request, attempt.options));
        attempt.report({ response });
        return response;
      } catch (error) {
        attempt.report({ error });
        throw error;
      }
    },
    async *stream(request, options) {
      const attempt = watch(name, request, options);
      try {
        const thinking = new ThinkingStream();
        for await (const event of stream(request, attempt.options)) {
          if (event.type === 'text') {
            yield* thinking.push(event.text);
            continue;
          }
          if (event.type !== 'finish') {
            yield event;
            continue;
          }
          yield* thinking.end();
          const response = thinkingApart(event.response);
          attempt.report({ response });
          yield { ...event, response };
        }
      } catch (error) {
        attempt.report({ error });
        throw error;
      }
    },
  };
}

function watch(
  model: string,
  request: ModelRequest,
  options: ModelCallOptions | undefined,
): {
  readonly options: ModelCallOptions | undefined;
  readonly report: (outcome: Partial<Pick<ModelAttempt, 'response' | 'error'>>) => void;
} {
  const tell = options?.onAttempt;
  if (tell === undefined) return { options, report: () => undefined };
  let isReported = false;
  return {
    options: {
      ...options,
      onAttempt: (attempt) => {
        isReported = true;
        tell(attempt);
      },
    },
    report: ({ response = null, error = null }) => {
      if (!isReported) tell({ model, request, response, error });
      isReported = true;
    },
  };
}

/** A reply whose thinking in tags is reasoning, and no part of its text. Its `message` stays as the model wrote it. */
function thinkingApart(response: ModelResponse): ModelResponse {
  // A model may be anyone's: what is no reply at all is told by whoever asked.
  if (typeof (response as ModelResponse | null)?.text !== 'string') return response;
  const { text, reasoning } = response;
  const { thinking, answer } = splitThinking(text);
  if (answer === text) return response;
  const parts = [reasoning, thinking].filter((part) => part !== '');
  return { ...response, reasoning: parts.join('\n'), text: answer };
}
