/** What must be seen of a case, beside what must hold of every case. */
export type Outcome =
  /** Whatever it comes to. */
  | 'any'
  /** The program is right: it ends well with the value `'ok'`. */
  | 'ok'
  /** A limit ends it, or the code catches what the limit raises. */
  | 'bounded'
  /** It fails, in whatever way. */
  | 'fails';

/** A program, and what must come of it. The runner of the battery adds what must never happen to any. */
export interface HostileCase {
  readonly id: string;
  readonly category: Category;
  readonly code: string;
  readonly outcome: Outcome;
  /** Run after the case and a reset of its sandbox: its value must be `'ok'`. */
  readonly then?: string;
  /** Whether it runs on CPython alone; Monty has nothing of what it uses. */
  readonly cpythonOnly: boolean;
}

/** What a case is after. */
export type Category =
  | 'reaches the host'
  | 'forges'
  | 'outlives'
  | 'poisons'
  | 'exhausts'
  | 'breaks limits'
  | 'is right';

/** Programs by name, as they are written down. */
export type Programs = Readonly<Record<string, string>>;

/** Cases of one category from their programs. */
export function cases(
  category: Category,
  outcome: Outcome,
  programs: Programs,
  cpythonOnly = true,
): readonly HostileCase[] {
  return Object.entries(programs).map(([id, code]) => ({ id, category, code, outcome, cpythonOnly }));
}
