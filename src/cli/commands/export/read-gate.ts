import type { TrainingGate } from '../../../records/index.js';
import type { Verdict } from '../../../requirements/index.js';
import { commaList, usageError } from '../../parse-option.js';

/** What each word of `--include` and `--only` is about. */
const WORDS: Readonly<
  Record<string, { readonly of: 'outcomes' | 'verifications'; readonly verdicts: readonly Verdict[] }>
> = {
  passed: { of: 'outcomes', verdicts: ['pass'] },
  failed: { of: 'outcomes', verdicts: ['fail'] },
  not_checked: { of: 'outcomes', verdicts: ['not_checked'] },
  errors: { of: 'outcomes', verdicts: ['error'] },
  verified: { of: 'verifications', verdicts: ['pass'] },
  unverified: { of: 'verifications', verdicts: ['not_checked', 'error'] },
  refuted: { of: 'verifications', verdicts: ['fail'] },
};

/** The words that `--include` and `--only` take. */
const GATE_WORDS: string = Object.keys(WORDS).join(', ');

/**
 * The gate that the options ask for: `--include` adds to what passed and was verified, `--only` takes its place.
 * @throws {MettleError} `cli/usage` for a word that there is not.
 */
export function readGate({ include, only, split }: Readonly<Record<string, unknown>>): TrainingGate {
  if (include !== undefined && only !== undefined) {
    throw usageError(
      '--include adds records to the usual ones and --only takes their place: give one of them.',
    );
  }
  const isOnly = only !== undefined;
  const asked = wordsOf(isOnly ? '--only' : '--include', isOnly ? only : include);
  const verdictsOf = (of: 'outcomes' | 'verifications'): readonly Verdict[] => {
    const verdicts = asked.flatMap((word) => (WORDS[word]?.of === of ? WORDS[word].verdicts : []));
    return isOnly && verdicts.length > 0 ? verdicts : ['pass', ...verdicts];
  };
  return {
    outcomes: verdictsOf('outcomes'),
    verifications: verdictsOf('verifications'),
    splits: readSplits(split),
  };
}

/**
 * The parts of a split that `--split` asks for. Default: those that are kept for no test.
 * @throws {MettleError} `cli/usage` for none.
 */
export function readSplits(split: unknown): readonly string[] | 'any' {
  const splits = typeof split === 'string' ? commaList(split) : ['train', 'none'];
  if (splits.length === 0) throw usageError('--split takes train, held_out, none or any; got nothing.');
  return splits.includes('any') ? 'any' : splits;
}

/** What a gate left out and why, and which options take more. */
export function gateText(total: number, reasons: Readonly<Record<string, number>>, options: string): string {
  const each = Object.entries(reasons).map(([reason, times]) => `${times} ${reason}`);
  const count = Object.values(reasons).reduce((sum, times) => sum + times, 0);
  return `Left out ${count} of ${total}: ${each.join(', ')}. ${options} take more.`;
}

function wordsOf(name: string, text: unknown): readonly string[] {
  if (typeof text !== 'string') return [];
  const words = commaList(text);
  const strange = words.find((word) => !Object.hasOwn(WORDS, word));
  if (strange !== undefined || words.length === 0) {
    throw usageError(`${name} takes ${GATE_WORDS}, separated by commas; got "${strange ?? text}".`);
  }
  return words;
}
