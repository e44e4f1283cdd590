import { compilePattern } from '../json-schema/pattern.js';
import { Run } from '../json-schema/run.js';
import { dataModelError } from './data-model-error.js';
import { topicOf } from './words.js';

/** Which fields a mask means. */
export interface MaskOptions {
  /** Names of fields; singular and plural, and the numbers that `concat` gave, make no difference. */
  readonly mask?: readonly string[];
  /** A regular expression (ECMAScript, without look-around and back-references) that is searched in the base names. */
  readonly pattern?: string;
  /** Whether fields inside objects and lists are masked too. Default true. */
  readonly recursive?: boolean;
}

/** Units of work that a pattern may take for all keys of one value or schema. */
const MAX_WORK = 50_000_000;

/** Whether a key is meant. Each key is looked at once, in time linear in its length. */
export function keyMatcher({ mask = [], pattern }: MaskOptions): (key: string) => boolean {
  if (!Array.isArray(mask) || mask.some((name) => typeof name !== 'string')) {
    throw dataModelError('invalid_mask', 'A mask is a list of names of fields.');
  }
  const topics = new Set((mask as readonly string[]).map(topicOf));
  const found = pattern === undefined ? () => false : finder(pattern);
  const known = new Map<string, boolean>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const topic = topicOf(key);
    const matches = topics.has(topic) || found(topic);
    known.set(key, matches);
    return matches;
  };
}

function finder(pattern: string): (key: string) => boolean {
  const compiled = compilePattern(pattern);
  if ('unsupported' in compiled) {
    throw dataModelError(
      'invalid_mask',
      `The pattern ${JSON.stringify(pattern.slice(0, 60))} ${reason(compiled.unsupported)}.`,
    );
  }
  const run = new Run(MAX_WORK, false);
  return (key) => {
    try {
      return compiled.matches(key, run);
    } catch {
      throw dataModelError(
        'invalid_mask',
        'The names of the fields are too long to search for this pattern.',
      );
    }
  };
}

function reason(unsupported: string): string {
  return unsupported.startsWith('is ') ? unsupported : `can't be used: ${unsupported}`;
}
