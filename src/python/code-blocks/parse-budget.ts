import { analysePython } from '../analyse.js';

const MAX_ATTEMPTS = 24;
const MAX_CHARACTERS = 32_768;

/** Parses for the ranking of candidates, within a bound on attempts and characters for one text. */
export class ParseBudget {
  #attempts = MAX_ATTEMPTS;
  #characters = MAX_CHARACTERS;
  readonly #known = new Map<string, boolean>();

  /** Whether code of this length can still be parsed. */
  affords(length: number): boolean {
    return this.#attempts > 0 && length <= this.#characters;
  }

  /**
   * Whether the grammar accepts the code (a `return` or an `await` outside functions counts as accepted); undefined when
   * the budget is spent or the code cannot be checked.
   */
  parses(code: string): boolean | undefined {
    const known = this.#known.get(code);
    if (known !== undefined) return known;
    if (!this.affords(code.length)) return undefined;
    this.#attempts--;
    this.#characters -= code.length;
    const parses = analysePython(code).isGrammatical;
    if (parses !== undefined) this.#known.set(code, parses);
    return parses;
  }
}
