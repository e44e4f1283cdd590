import type { Place, Reported } from './problem.js';

/** What a schema compiled to: the checks of its keywords, in the order in which their problems help most. */
export interface SchemaNode {
  checks: readonly Check[];
}

/** One keyword of one schema. Answers whether the value meets it, and reports to the run where it doesn't. */
export type Check = (value: unknown, at: Place | null, run: Run, seen: Seen | null) => boolean;

/** Members and items that some keyword has looked at: what `unevaluatedProperties` and `unevaluatedItems` ask. */
export interface Seen {
  readonly names: Set<string>;
  readonly positions: Set<number>;
}

/** Thrown inside a check whose work or depth is used up. */
export class LimitReached extends Error {}

/** Nesting of schemas and values at which a check ends. */
const MAX_DEPTH = 500;
/** Problems after which no more are written down. */
const MAX_PROBLEMS = 20;

/** One check of one value: what work is left, and the problems so far. */
export class Run {
  problems: Reported[] = [];
  readonly #tracksSeen: boolean;
  #work: number;
  #more: (() => number) | undefined;
  #depth = 0;
  #shapes = 0;
  /** Whether only a yes or no is asked, for which the first keyword that is not met is enough. */
  #isTrying = false;
  /** Which shapes an object or list was tried against, and whether it fits. */
  readonly #tried = new Map<object, Map<SchemaNode, boolean>>();

  /** @param more - what work there is besides, asked once where `maxWork` is used up. */
  constructor(maxWork: number, tracksSeen: boolean, more?: () => number) {
    this.#work = maxWork;
    this.#tracksSeen = tracksSeen;
    this.#more = more;
  }

  /** Nothing seen yet, for a value that is met first; null where no schema asks. */
  fresh(): Seen | null {
    return this.#tracksSeen ? { names: new Set(), positions: new Set() } : null;
  }

  /** Takes `amount` units of work: about one for each keyword, character of a pattern, name looked up and compared value. */
  spend(amount: number): void {
    this.#work -= amount;
    if (this.#work >= 0) return;
    this.#work += this.#more?.() ?? 0;
    this.#more = undefined;
    if (this.#work < 0) throw new LimitReached('too large to be checked against this schema');
  }

  /** The names of an object's members; reading them is work. */
  namesIn(value: object): readonly string[] {
    const names = Object.keys(value);
    this.spend(names.length >> 2);
    return names;
  }

  /** Writes a problem down. Its message is made where someone reads it: most are of shapes that were only tried. */
  report(at: Place | null, keyword: string, message: Reported['message']): false {
    if (this.explains) this.problems.push({ at, keyword, message });
    return false;
  }

  /** Checks a value against a schema. */
  apply(node: SchemaNode, value: unknown, at: Place | null, seen: Seen | null): boolean {
    this.spend(1 + node.checks.length);
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new LimitReached('nested too deep to be checked');
    let valid = true;
    const { checks } = node;
    for (let index = 0; index < checks.length; index += 1) {
      if (checks[index]?.(value, at, this, seen) !== false) continue;
      valid = false;
      if (!this.explains) break;
    }
    this.#depth -= 1;
    return valid;
  }

  /** Checks a value against a schema beside others: what it saw counts for those too. */
  join(node: SchemaNode, value: unknown, at: Place | null, seen: Seen | null): boolean {
    if (seen === null) return this.apply(node, value, at, null);
    const inner = this.fresh();
    const valid = this.apply(node, value, at, inner);
    if (inner !== null) this.#addSeen(seen, inner);
    return valid;
  }

  /** Whether further problems are asked for, and not only a yes or no. */
  get explains(): boolean {
    return !this.#isTrying && this.problems.length < MAX_PROBLEMS;
  }

  /** Looks at the shapes of a value that stands in shapes itself; null where they lie deeper than `most` levels of them. */
  deeper<T>(most: number, look: () => T): T | null {
    if (this.#shapes >= most) return null;
    this.#shapes += 1;
    const found = look();
    this.#shapes -= 1;
    return found;
  }

  /**
   * Whether a value fits a schema; what it saw counts only if it does. An object or a list is tried once against each
   * schema, so that schemas which lead to themselves by many ways take no more work than they have parts.
   */
  fits(node: SchemaNode, value: unknown, seen: Seen | null): boolean {
    this.spend(2);
    const tried =
      this.#tracksSeen || typeof value !== 'object' || value === null ? null : this.#triedOf(value);
    const known = tried?.get(node);
    if (known !== undefined) return known;
    const inner = this.fresh();
    const wasTrying = this.#isTrying;
    this.#isTrying = true;
    const valid = this.apply(node, value, null, inner);
    this.#isTrying = wasTrying;
    tried?.set(node, valid);
    if (valid && seen !== null && inner !== null) this.#addSeen(seen, inner);
    return valid;
  }

  /** What keeps a value from fitting a schema. */
  problemsOf(node: SchemaNode, value: unknown, at: Place | null): readonly Reported[] {
    const problems = this.problems;
    this.problems = [];
    this.apply(node, value, at, this.fresh());
    const found = this.problems;
    this.problems = problems;
    return found;
  }

  #triedOf(value: object): Map<SchemaNode, boolean> {
    const known = this.#tried.get(value);
    if (known !== undefined) return known;
    const tried = new Map<SchemaNode, boolean>();
    this.#tried.set(value, tried);
    return tried;
  }

  #addSeen(seen: Seen, more: Seen): void {
    this.spend(more.names.size + more.positions.size);
    for (const name of more.names) seen.names.add(name);
    for (const position of more.positions) seen.positions.add(position);
  }
}
