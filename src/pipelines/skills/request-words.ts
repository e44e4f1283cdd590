import { startOf } from '../../core/internal.js';
import type { SkillRequest } from './skill-candidate.js';

/** A request in words, with its inputs in braces. Words that were values in records are left out. */
export function requestWords({ template, inputs }: SkillRequest, names: readonly string[]): string {
  const sentences = template.sentences.map((parts) =>
    parts
      .map((part) => (typeof part === 'string' ? part : `{${names[inputs.indexOf(part)] ?? '…'}}`))
      .join(' ')
      .replace(/ ([.,:;?!)])/g, '$1')
      .replace(/[^\p{L}\p{N} .,:;?!(){}…'/_-]/gu, ' '),
  );
  return startOf(sentences.join(' '), MOST_WORDS_SHOWN);
}

/** Characters of a request that are shown. */
const MOST_WORDS_SHOWN = 200;
