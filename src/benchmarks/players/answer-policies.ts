import { errorMessage } from '../../core/internal.js';
import { type Policy, recordedModel } from '../../environments/index.js';
import type { Model, ModelMessage, ModelRequest } from '../../models/index.js';
import { modelName } from '../../models/internal.js';
import type { CallFunction, CallFunctionOptions } from './subject.js';

/** Asks a model once; the text of its reply is the answer. */
export function answerOfModel(model: Model, settings: Partial<ModelRequest>): Policy {
  const name = modelName(model);
  return {
    name: 'model',
    version: '1',
    model: name,
    async play({ prompt, instructions, signal }, actor) {
      const messages: ModelMessage[] = [
        ...(instructions === undefined ? [] : [{ role: 'system', content: instructions } as const]),
        { role: 'user', content: prompt },
      ];
      const { text } = await recordedModel(model, actor).call(
        { ...settings, messages },
        signal === undefined ? {} : { signal },
      );
      actor.answer(text);
    },
  };
}

/** Asks a function. What it throws, and what is no text, is its own failure: it has given no answer. */
export function answerOfFunction(
  ask: CallFunction,
  { caseId, seed }: Pick<CallFunctionOptions, 'caseId' | 'seed'>,
): Policy {
  return {
    name: ask.name === '' ? 'function' : ask.name,
    version: 'unknown',
    async play({ prompt, instructions, signal }, actor) {
      const given = {
        caseId,
        seed,
        ...(instructions === undefined ? {} : { instructions }),
        ...(signal === undefined ? {} : { signal }),
      };
      try {
        const answer = await ask(prompt, [], given);
        if (typeof answer === 'string') actor.answer(answer);
        else actor.think('The function gave no text.');
      } catch (error) {
        signal?.throwIfAborted();
        actor.think(`The function failed: ${errorMessage(error)}`);
      }
    },
  };
}
