import type { ModelResponse } from '../models/index.js';
import { answerStartOf } from '../python/internal.js';

const TAGS = /^\s*<(?:think|thinking|thought|reasoning)>|<\/(?:think|thinking|thought|reasoning)>$/gi;

/** What a model thought before it wrote, and what it said. Thinking that stands in tags in the text is part of the first. */
export function splitReply({ text, reasoning }: Pick<ModelResponse, 'text' | 'reasoning'>): {
  readonly reasoning: string;
  readonly text: string;
} {
  const start = answerStartOf(text);
  if (start === 0) return { reasoning: reasoning.trim(), text };
  const tagged = text.slice(0, start).replace(TAGS, '');
  return {
    reasoning: [reasoning, tagged]
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n'),
    text: text.slice(start).trimStart(),
  };
}
