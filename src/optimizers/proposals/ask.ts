import { type JsonObject, MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { type ModelRequest, type ModelSource, openModel } from '../../models/index.js';
import type { OptimizerContext, Trainable } from '../../training/index.js';
import { type Proposal, readProposal } from './read-proposal.js';

/** A question to a proposer. */
export interface Question {
  /** Tells it apart from every other question of the training, whatever their order in time. */
  readonly id: string;
  readonly variable: Trainable;
  readonly system: string;
  readonly prompt: string;
  readonly temperature: number;
  /** The value that edits of the reply change. Default: the variable's own. */
  readonly base?: JsonObject | undefined;
}

/** What a question came to. */
export type Answer = Proposal & {
  /** Whether the model itself failed, so that nothing is known of what it would have said. */
  readonly modelFailed: boolean;
};

/** Settings of every question. */
export type AskOptions = Pick<ModelRequest, 'maxOutputTokens' | 'reasoningEffort'>;

/**
 * Asks a model for a new value. A call that fails proposes nothing, and says why; what ends the training (its budget, its
 * signal) is thrown on.
 */
export async function ask(
  context: OptimizerContext,
  model: ModelSource,
  { id, variable, system, prompt, temperature, base }: Question,
  options: AskOptions = {},
): Promise<Answer> {
  try {
    const reply = await context.model(openModel(model), id).call({
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ],
      temperature,
      ...options,
    });
    return { ...(await readProposal(variable, reply, base)), modelFailed: false };
  } catch (error) {
    return { ok: false, reason: `the model failed: ${modelFailure(error)}`, modelFailed: true };
  }
}

/** What a model failed with, in words. Throws on what ends the training: its budget, its signal. */
export function modelFailure(error: unknown): string {
  if (!MettleError.isInstance(error) || !error.code.startsWith('models/')) throw error;
  return errorMessage(error);
}
