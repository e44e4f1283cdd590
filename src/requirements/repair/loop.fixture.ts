import type { Message, Reply } from '../message.js';
import { createRequirement, type Requirement } from '../requirement.js';
import { failWith, passWith } from '../verdict.js';
import type { Generate, GenerateOptions } from './generate.js';

/** Code as a model would write it. */
export const python = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;

/** A requirement on the text alone. */
export function demand(
  key: string,
  isMet: (text: string) => boolean,
  reason = `${key} is missing`,
): Requirement {
  return createRequirement({
    name: key,
    description: `There must be ${key}.`,
    validate: ({ text }) => (isMet(text) ? passWith('there') : failWith(reason)),
  });
}

/** A model that says its lines one after another, the last again and again, and keeps what it was asked. */
export function script(...lines: readonly (string | Reply)[]): {
  readonly generate: Generate;
  readonly asked: (readonly Message[])[];
  readonly options: GenerateOptions[];
} {
  const asked: (readonly Message[])[] = [];
  const options: GenerateOptions[] = [];
  const generate: Generate = (messages, given) => {
    asked.push(messages);
    options.push(given);
    return lines[Math.min(asked.length, lines.length) - 1] ?? '';
  };
  return { generate, asked, options };
}

/** A requirement that nothing meets. */
export const always = (text: string): Requirement => demand(text, () => false);
/** A requirement that text with the word in it meets. */
export const word = (text: string): Requirement => demand(text, (said) => said.includes(text));
/** The content of the last message. */
export const lastContent = (messages: readonly Message[] | undefined): string =>
  messages?.at(-1)?.content ?? '';
