import type { Finding } from '../finding.js';

/**
 * What a construct that Monty treats differently from CPython does there:
 * `rejected` the whole source is refused before anything runs · `fails` it raises when it is reached ·
 * `may_fail` it raises for some values · `may_differ` it may go on with another result, without an error.
 */
export type GapEffect = 'rejected' | 'fails' | 'may_fail' | 'may_differ';

/** A construct that Monty lacks or treats differently, with its place and what to write instead. */
export interface DialectGap extends Finding {
  readonly effect: GapEffect;
  /** The rule of {@link rewriteForMonty} that repairs it; null where the author has to. */
  readonly rewrite: string | null;
}

/**
 * What to expect of Monty for a source, from the gaps that no rewrite repairs: `fails` it is refused or raises for
 * what Monty lacks · `may_differ` it runs, perhaps with another result · `may_fail` it runs or raises for what
 * Monty lacks · `runs` no gap is known.
 */
export type MontyOutlook = 'runs' | 'may_fail' | 'may_differ' | 'fails';

/** The outlook that unrepaired gaps leave. */
export function montyOutlook(gaps: readonly DialectGap[]): MontyOutlook {
  const effects = new Set(gaps.map((gap) => gap.effect));
  if (effects.has('rejected') || effects.has('fails')) return 'fails';
  if (effects.has('may_differ')) return 'may_differ';
  return effects.has('may_fail') ? 'may_fail' : 'runs';
}
