import { quoted } from '../text/quoted.js';
import { shortened } from '../text/shortened.js';
/** One thing that is wrong with a value. */
export interface SchemaProblem {
  /** Where, from the value downwards: member names and list positions. Empty for the value itself. */
  readonly path: readonly (string | number)[];
  /** The keyword of the schema that was not met; `limit` when the value is too large or too deep to be checked. */
  readonly keyword: string;
  /** What was expected and what was found, in words a model can act on. */
  readonly message: string;
}

/** Where a value stands in the value under check. Null is the value itself. */
export interface Place {
  readonly above: Place | null;
  readonly key: string | number;
}

/** A problem whose message isn't made yet. */
export interface Reported {
  readonly at: Place | null;
  readonly keyword: string;
  readonly message: () => string;
}

/** The path to a place, outermost first. */
export function pathOf(place: Place | null): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at !== null; at = at.above) path.push(at.key);
  return path.reverse();
}

const MAX_SHOWN = 60;
const MAX_NAMES = 20;
const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

/** `subject.flights[2].city: must be …`: a problem as one line. */
export function describeProblem(problem: SchemaProblem, subject: string): string {
  const place = problem.path.map((key) =>
    typeof key === 'string' && PLAIN_NAME.test(key) ? `.${key}` : `[${shown(key)}]`,
  );
  return `${subject}${place.join('')}: ${problem.message}`;
}

/** Names as they stand in a message, the first twenty. */
export function listed(names: readonly string[]): string {
  return names.slice(0, MAX_NAMES).map(shown).join(', ');
}

/** A value as it stands in a message: JSON, cut short. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? quoted(value, MAX_SHOWN) : shortened(String(value), MAX_SHOWN);
}
