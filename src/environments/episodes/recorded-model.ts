import { defineOptions, option } from '../../core/index.js';
import type { ModelCallOptions, ModelRequest, ModelResponse } from '../../models/index.js';
import { type Model, type ModelAttempt, type ModelSource, openModel } from '../../models/index.js';
import type { ActingAgent, Actor } from './policy.js';

const checkActingAgent = defineOptions<ActingAgent>()('recordedModel', { agent: option.string });

/**
 * A model whose every request and reply goes into the episode's record: settings, text, finish reason, tokens, attempts that
 * failed, and its reasoning as a thought. Ask it in a policy of your own in place of the model itself.
 *
 * @example
 * ```ts untyped
 * import { createSqlEnvironment, recordedModel, recordTrajectory } from 'mettle/environments';
 * import { scriptedModel } from 'mettle/testing';
 *
 * const { turns } = await recordTrajectory({
 *   environment: await createSqlEnvironment({ content: { tables: [] } }),
 *   task: { id: 'sum', category: 'sum', prompt: 'What is 2 + 2?', expected: { answer: null, stateDigest: null }, metadata: {} },
 *   policy: {
 *     name: 'asking',
 *     version: '1',
 *     play: async ({ prompt }, actor) => {
 *       const model = recordedModel(scriptedModel(['4']), actor);
 *       const { text } = await model.call({ messages: [{ role: 'user', content: prompt }], seed: 7 });
 *       actor.answer(text);
 *     },
 *   },
 *   seed: 0,
 * });
 * console.log(turns[0].settings, turns[0].text, turns[0].finishReason); // → { seed: 7 } 4 stop
 * ```
 * @throws {MettleError} `core/invalid_option`; as `openModel`.
 */
export function recordedModel(source: ModelSource, actor: Actor, by: ActingAgent = {}): Model {
  checkActingAgent(by);
  const model = openModel(source);
  const begin = (request: ModelRequest, options: ModelCallOptions = {}): Recording => {
    const attempts: ModelAttempt[] = [];
    const end = (response: ModelResponse | null, error: unknown): void => {
      actor.turn({ request: attempts.at(-1)?.request ?? request, attempts, response, error }, by);
      const { inputTokens, outputTokens } = response?.usage ?? {};
      actor.spend({ modelCalls: 1, inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 });
      const reasoning = response?.reasoning ?? '';
      if (reasoning !== '') actor.think(reasoning, { ...by, reasoning: true });
    };
    return {
      options: {
        ...options,
        onAttempt: (attempt) => {
          attempts.push(attempt);
          options.onAttempt?.(attempt);
        },
      },
      end,
    };
  };
  return {
    provider: model.provider,
    modelId: model.modelId,
    async call(request, callOptions) {
      const { options, end } = begin(request, callOptions);
      let response: ModelResponse;
      try {
        response = await model.call(request, options);
      } catch (error) {
        end(null, error);
        throw error;
      }
      end(response, null);
      return response;
    },
    async *stream(request, callOptions) {
      const { options, end } = begin(request, callOptions);
      let isOver = false;
      const over: Recording['end'] = (response, error) => {
        if (!isOver) end(response, error);
        isOver = true;
      };
      try {
        for await (const event of model.stream(request, options)) {
          if (event.type === 'finish') over(event.response, null);
          yield event;
        }
      } catch (error) {
        over(null, error);
        throw error;
      } finally {
        // Whoever reads it may stop before its end.
        over(null, new Error('The reply was left before its end.'));
      }
    },
  };
}

interface Recording {
  readonly options: ModelCallOptions;
  readonly end: (response: ModelResponse | null, error: unknown) => void;
}
