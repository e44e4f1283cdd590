import { canonicalJson, defineOptions, isJsonObject, type Json, option } from '../../core/index.js';
import type { OpenAIMessage } from '../openai-message.js';
import type { PreferencePair } from '../preference-pair.js';
import { openAITool } from '../to-messages.js';
import { declaredTools } from './openai-jsonl.js';
import { type PairCompletion, type PreferenceMessages, preferenceMessages } from './preference-messages.js';
import type { EncodedTrajectories, SkippedTrajectory } from './trajectory-format.js';

/** A form that preference pairs can be written in, as JSON lines. */
export interface PreferenceFormat {
  /** The name that `--format` takes. */
  readonly name: string;
  readonly description: string;
  /** Writes what the format can carry and names the rest by the id of the chosen run. Equal pairs give equal bytes. */
  encode(pairs: readonly PreferencePair[], options?: PreferenceFormatOptions): EncodedTrajectories;
}

/** How pairs are written. */
export interface PreferenceFormatOptions {
  /** What is compared: the first `turn` that differs, or that and the `rest`. Default `turn`. */
  readonly completion?: PairCompletion;
}

const checkOptions = defineOptions<PreferenceFormatOptions>()('encode', {
  completion: option.oneOf(['turn', 'rest']),
});

/**
 * OpenAI's preference fine-tuning, which Together, Fireworks and Azure read, too: `{input: {messages, tools, parallel_tool_calls},
 * preferred_output, non_preferred_output}`. The services take no reasoning.
 */
export const openAIPreferences: PreferenceFormat = {
  name: 'openai-dpo',
  description: "OpenAI's preference fine-tuning (Together, Fireworks, Azure)",
  encode: (pairs, options) =>
    encoded(pairs, options, ({ prompt, chosen, rejected }, tools) => ({
      input: {
        messages: prompt.map(withoutReasoning),
        ...(tools.length === 0 ? {} : { tools, parallel_tool_calls: true }),
      },
      preferred_output: chosen.map(withoutReasoning),
      non_preferred_output: rejected.map(withoutReasoning),
    })),
};

/** TRL's conversational preference data: `{prompt, chosen, rejected, tools}`, the arguments of calls as objects. */
export const trlPreferences: PreferenceFormat = {
  name: 'trl-preference',
  description: 'conversational preference data of TRL, for DPOTrainer',
  encode: (pairs, options) =>
    encoded(pairs, options, ({ prompt, chosen, rejected }, tools) => ({
      prompt: prompt.map(withObjects),
      chosen: chosen.map(withObjects),
      rejected: rejected.map(withObjects),
      ...(tools.length === 0 ? {} : { tools }),
    })),
};

/** Every form that pairs can be written in, as `mettle pairs --format` offers them. */
export const preferenceFormats: readonly PreferenceFormat[] = [trlPreferences, openAIPreferences];

function encoded(
  pairs: readonly PreferencePair[],
  options: PreferenceFormatOptions | undefined,
  recordOf: (messages: PreferenceMessages, tools: readonly Json[]) => unknown,
): EncodedTrajectories {
  const { completion = 'turn' } = checkOptions(options ?? {});
  const skipped: SkippedTrajectory[] = [];
  const lines: string[] = [];
  for (const pair of pairs) {
    const messages = preferenceMessages(pair, completion);
    if (typeof messages === 'string') {
      skipped.push({ id: pair.chosen.id, reason: messages });
      continue;
    }
    // A schema may come with its members in any order.
    const tools = JSON.parse(canonicalJson(declaredTools(pair.chosen).map(openAITool))) as readonly Json[];
    lines.push(`${JSON.stringify(recordOf(messages, tools))}\n`);
  }
  return { text: lines.join(''), records: lines.length, skipped };
}

function withoutReasoning(message: OpenAIMessage): OpenAIMessage {
  if (message.role !== 'assistant') return message;
  const { reasoning_content: _, ...rest } = message;
  return rest;
}

/** A message with the arguments of its calls as objects; as text where they are none. */
function withObjects(message: OpenAIMessage): unknown {
  if (message.role !== 'assistant' || message.tool_calls === undefined) return message;
  return {
    ...message,
    tool_calls: message.tool_calls.map((call) => ({
      ...call,
      function: { name: call.function.name, arguments: objectOf(call.function.arguments) },
    })),
  };
}

function objectOf(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}
