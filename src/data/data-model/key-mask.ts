import { defineOptions, type OptionsCheck, option } from '../../core/index.js';
import { compilePattern, LimitReached, quoted, Run } from '../../core/internal.js';
import { dataError } from '../error-codes.js';
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

/** Checks {@link MaskOptions}. */
export const checkMaskOptions: OptionsCheck = defineOptions<MaskOptions>()('A mask', {
  mask: option.any,
  pattern: option.string,
  recursive: option.boolean,
});

/** Units of work that a pattern may take for all keys of one value or schema. */
const MAX_WORK = 50_000_000;

/** Starts a matcher for one value or schema: whether a key is meant. Each key is looked at once, in time linear in its length. */
export type NewMatcher = () => (key: string) => boolean;

/**
 * Makes a mask ready.
 *
 * @throws {MettleError} `data/invalid_mask`.
 */
export function keyMatcher({ mask = [], pattern }: MaskOptions): NewMatcher {
  if (!Array.isArray(mask) || mask.some((name) => typeof name !== 'string')) {
    throw dataError('invalid_mask', 'A mask is a list of names of fields.');
  }
  const topics = new Set((mask as readonly string[]).map(topicOf));
  const newFinder = pattern === undefined ? undefined : finder(pattern);
  return () => {
    const find = newFinder?.();
    const known = new Map<string, boolean>();
    return (key) => {
      const before = known.get(key);
      if (before !== undefined) return before;
      const topic = topicOf(key);
      const matches = topics.has(topic) || find?.(topic) === true;
      known.set(key, matches);
      return matches;
    };
  };
}

function finder(pattern: string): NewMatcher {
  const compiled = compilePattern(pattern);
  if ('unsupported' in compiled) {
    const shown = quoted(pattern, 60);
    throw dataError('invalid_mask', `The pattern ${shown} ${reason(compiled.unsupported)}.`);
  }
  return () => {
    const run = new Run(MAX_WORK, false);
    return (key) => {
      try {
        return compiled.matches(key, run);
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
        throw dataError('invalid_mask', 'The names of the fields are too long to search for this pattern.');
      }
    };
  };
}

function reason(unsupported: string): string {
  return unsupported.startsWith('is ') ? unsupported : `can't be used: ${unsupported}`;
}
