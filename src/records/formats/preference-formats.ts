import { defineOptions, option } from '../../core/index.js';
import type { PreferencePair } from '../preference-pair.js';
import { type OpenAITool, openAITool } from '../to-messages.js';
import { NO_OBJECT } from './call-arguments.js';
import { declaredTools } from './conversation.js';
import { withoutReasoning } from './openai-jsonl.js';
import { type PairCompletion, type PreferenceMessages, preferenceMessages } from './preference-messages.js';
import {
  type OpenAIPreference,
  PREFERENCE_SERVICES,
  type PreferenceService,
  whyServiceRefuses,
  whyServiceRefusesFile,
} from './preference-services.js';
import { sortedJson } from './sorted-json.js';
import type { EncodedTrajectories, SkippedTrajectory } from './trajectory-format.js';
import { trlMessages } from './trl-messages.js';

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
  /** Of `openai-dpo`: leaves out, by name, what this service would refuse. Default: only what all of them ask is kept. */
  readonly service?: PreferenceService;
}

const completion = option.oneOf(['turn', 'rest']);
const checkOptions = defineOptions<PreferenceFormatOptions>()('encode', {
  completion,
  service: option.oneOf(PREFERENCE_SERVICES),
});
const checkTrlOptions = defineOptions<Pick<PreferenceFormatOptions, 'completion'>>()('encode', {
  completion,
});

/**
 * OpenAI's preference fine-tuning, which Together, Fireworks and Azure read, too: `{input: {messages, tools, parallel_tool_calls},
 * preferred_output, non_preferred_output}`. The services take no reasoning. `service` checks the rules that one of them adds.
 */
export const openAIPreferences: PreferenceFormat = {
  name: 'openai-dpo',
  description: "OpenAI's preference fine-tuning (Together, Fireworks, Azure)",
  encode: (pairs, options = {}) => {
    const { completion: part, service } = checkOptions(options);
    const written = encoded(pairs, part, ({ prompt, chosen, rejected }, tools) => {
      const record: OpenAIPreference = {
        input: {
          messages: prompt.map(withoutReasoning),
          ...(tools.length === 0 ? {} : { tools, parallel_tool_calls: true }),
        },
        preferred_output: chosen.map(withoutReasoning),
        non_preferred_output: rejected.map(withoutReasoning),
      };
      return (service === undefined ? null : whyServiceRefuses(service, record)) ?? record;
    });
    return service === undefined ? written : wholeFile(written, pairs, service);
  },
};

/** TRL's conversational preference data: `{prompt, chosen, rejected, tools}`, the arguments of calls as objects. */
export const trlPreferences: PreferenceFormat = {
  name: 'trl-preference',
  description: 'conversational preference data of TRL, for DPOTrainer',
  encode: (pairs, options = {}) =>
    encoded(pairs, checkTrlOptions(options).completion, ({ prompt, chosen, rejected }, tools) => {
      // The names of tools that results carry stand in the calls, which may be in the prompt.
      const [better, worse] = [trlMessages([...prompt, ...chosen]), trlMessages([...prompt, ...rejected])];
      if (better === null || worse === null) return NO_OBJECT;
      return {
        prompt: better.slice(0, prompt.length),
        chosen: better.slice(prompt.length),
        rejected: worse.slice(prompt.length),
        ...(tools.length === 0 ? {} : { tools }),
      };
    }),
};

/** Every form that pairs can be written in, as `mettle pairs --format` offers them. */
export const preferenceFormats: readonly PreferenceFormat[] = [trlPreferences, openAIPreferences];

function encoded(
  pairs: readonly PreferencePair[],
  part: PairCompletion | undefined,
  /** The record, or why there is none. */
  recordOf: (messages: PreferenceMessages, tools: readonly OpenAITool[]) => object | string,
): EncodedTrajectories {
  const skipped: SkippedTrajectory[] = [];
  const lines: string[] = [];
  for (const pair of pairs) {
    const messages = preferenceMessages(pair, part ?? 'turn');
    // A schema may come with its members in any order.
    const tools = sortedJson(declaredTools(pair.chosen).map(openAITool));
    const record = typeof messages === 'string' ? messages : recordOf(messages, tools);
    if (typeof record === 'string') skipped.push({ id: pair.chosen.id, reason: record });
    else lines.push(`${JSON.stringify(record)}\n`);
  }
  return { text: lines.join(''), records: lines.length, skipped };
}

/** Pairs of a file that a service takes whole; else none, each with the reason. */
function wholeFile(
  written: EncodedTrajectories,
  pairs: readonly PreferencePair[],
  service: PreferenceService,
): EncodedTrajectories {
  const reason = written.records === 0 ? null : whyServiceRefusesFile(service, written.records);
  if (reason === null) return written;
  const known = new Map(written.skipped.map((each) => [each.id, each.reason]));
  const skipped = pairs.map(({ chosen: { id } }) => ({ id, reason: known.get(id) ?? reason }));
  return { text: '', records: 0, skipped };
}
