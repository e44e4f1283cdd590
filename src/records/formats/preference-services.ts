import type { OpenAIMessage } from '../openai-message.js';
import type { OpenAITool } from '../to-messages.js';

/** A service that trains on preference pairs and has rules of its own. */
export type PreferenceService = 'azure' | 'fireworks' | 'together';

/** A pair in OpenAI's form. */
export interface OpenAIPreference {
  readonly input: {
    readonly messages: readonly OpenAIMessage[];
    readonly tools?: readonly OpenAITool[];
    readonly parallel_tool_calls?: boolean;
  };
  readonly preferred_output: readonly OpenAIMessage[];
  readonly non_preferred_output: readonly OpenAIMessage[];
}

interface ServiceRules {
  /** How many pairs a file holds. */
  readonly pairs: { readonly least: number; readonly most: number };
  /** Why the service would refuse a pair; null where it takes it. */
  whyNot(pair: OpenAIPreference): string | null;
}

/** What each service says of its data, as their pages did in November 2026. */
const RULES: Readonly<Record<PreferenceService, ServiceRules>> = {
  azure: {
    pairs: { least: 1, most: Number.POSITIVE_INFINITY },
    whyNot: (pair) =>
      bySide(pair, (output) => {
        if (!output.some(({ role }) => role === 'assistant')) return 'Azure needs a reply on each side';
        const isRight = output.every(({ role }) => role === 'assistant' || role === 'tool');
        return isRight ? null : 'Azure takes replies and results of tools on each side, nothing else';
      }),
  },
  fireworks: {
    pairs: { least: 3, most: 3_000_000 },
    whyNot: (pair) => bySide(pair, oneReply('Fireworks')) ?? everyMessage(pair, plainText),
  },
  together: {
    pairs: { least: 1, most: Number.POSITIVE_INFINITY },
    whyNot: (pair) => bySide(pair, oneReply('Together')),
  },
};

/** The names of the services, for options. */
export const PREFERENCE_SERVICES: readonly PreferenceService[] = Object.keys(RULES) as PreferenceService[];

/** Why a service would refuse a pair; null where it takes it. */
export function whyServiceRefuses(service: PreferenceService, pair: OpenAIPreference): string | null {
  return RULES[service].whyNot(pair);
}

/** Why a service would refuse a file of so many pairs; null where it takes it. */
export function whyServiceRefusesFile(service: PreferenceService, count: number): string | null {
  const { least, most } = RULES[service].pairs;
  if (count >= least && count <= most) return null;
  const name = service[0]?.toUpperCase() + service.slice(1);
  return `${name} takes files of ${least} to ${most.toLocaleString('en')} pairs, and here ${count === 1 ? 'is 1' : `are ${count}`}`;
}

function oneReply(service: string): (output: readonly OpenAIMessage[]) => string | null {
  return (output) =>
    output.length === 1 && output[0]?.role === 'assistant'
      ? null
      : `${service} takes one reply on each side: pair by turn`;
}

function plainText(message: OpenAIMessage): string | null {
  if (message.role === 'tool' || (message.role === 'assistant' && (message.tool_calls ?? []).length > 0)) {
    return 'Fireworks takes text by system, user and assistant, and here a tool is called';
  }
  return typeof message.content === 'string'
    ? null
    : 'Fireworks takes messages of text, and here one has none';
}

function bySide(
  { preferred_output: better, non_preferred_output: worse }: OpenAIPreference,
  whyNot: (output: readonly OpenAIMessage[]) => string | null,
): string | null {
  return whyNot(better) ?? whyNot(worse);
}

function everyMessage(
  { input, preferred_output: better, non_preferred_output: worse }: OpenAIPreference,
  whyNot: (message: OpenAIMessage) => string | null,
): string | null {
  for (const message of [...input.messages, ...better, ...worse]) {
    const reason = whyNot(message);
    if (reason !== null) return reason;
  }
  return null;
}
