import type { Enumerator } from '../enumeration/enumerator.js';
import { type Expression, withValues } from '../language/expression.js';
import type { SearchProblem } from '../problem.js';
import { brittleness } from '../programs/brittleness.js';
import { fits, programOf } from '../programs/program.js';
import { fitsAll, MOST_WORKING_EXAMPLES } from '../programs/working-examples.js';
import { holdsOut, type Solution } from '../solution.js';
import type { SolveContext } from '../solve-context.js';
import { assemble, mayBePiece } from './assemble.js';
import { tokenPieces } from './token-pieces.js';

/** Fewest examples of which one may be taken to be wrong. */
const FEWEST_TO_DOUBT = 5;
/** Most examples that are left out one by one, to see whether the others tell them. */
const MOST_LEFT_OUT = 10;

/** A number is seldom put together: the digits that are the same in each example may be others elsewhere. */
const SPLITS_NUMBERS = 'a number of the output is put together from digits';
/** Training examples from which on a number put together may be a rule, as `f'{str(year)[:3]}0s'` is: of fewer, 5 in 6 were wrong. */
const ENOUGH_FOR_DIGITS = 6;

/** Outputs put together from what was enumerated so far, and from parts of fields. */
export class Assembler {
  readonly #problem: SearchProblem;
  readonly #context: SolveContext;
  readonly #enumerator: Enumerator;
  readonly #outputs: readonly string[];
  readonly #pieces: Expression[] = [];
  #partsOfFields: readonly Expression[] | undefined;

  constructor(problem: SearchProblem, context: SolveContext, enumerator: Enumerator) {
    this.#problem = problem;
    this.#context = context;
    this.#enumerator = enumerator;
    this.#outputs = problem.train.slice(0, MOST_WORKING_EXAMPLES).map(({ output }) => String(output));
  }

  /** Takes a new text, the cheapest first. */
  add(text: Expression): void {
    if (mayBePiece(text, this.#outputs)) this.#pieces.push(withValues(text));
  }

  /** The cheapest assembly of two pieces or more that fits. @param isSound - whether its pieces must not be brittle */
  next(isSound = false): Solution | null {
    const outputs = this.#outputs;
    this.#partsOfFields ??= this.#tokenPieces();
    const bank = [...this.#pieces, ...this.#partsOfFields];
    const assembly = assemble(outputs, bank);
    if (assembly === null) {
      this.#tellOfNearAssembly(outputs, bank);
      return null;
    }
    const program = programOf(assembly.expression);
    // A piece alone is for the enumeration to find, which weighs it against what else costs as much.
    if (assembly.pieces === 1 || !fitsAll(program, this.#problem.train)) return null;
    if (isSound && brittleness(assembly.expression) > 0) return null;
    return {
      program,
      engine: 'assembly',
      literalCharacters: assembly.literalCharacters,
      support: this.#problem.train.length,
      contradicted: 0,
      holds: holdsOut(program, this.#problem),
      luck: 0,
      missed: this.#missed(outputs, bank),
      ...(assembly.splitsNumbers
        ? { doubt: { reason: SPLITS_NUMBERS, isGuess: this.#problem.train.length < ENOUGH_FOR_DIGITS } }
        : {}),
    };
  }

  /** Where one example may be wrong: an assembly of all the others. */
  #tellOfNearAssembly(outputs: readonly string[], bank: readonly Expression[]): void {
    if (this.#context.tolerance === 0 || outputs.length < FEWEST_TO_DOUBT) return;
    const places = outputs.map((_output, place) => place);
    for (const left of places) {
      const others = places.filter((place) => place !== left);
      const texts = others.map((place) => outputs[place] ?? '');
      const assembly = assemble(texts, bank, others);
      if (assembly === null) continue;
      this.#context.onPartial(programOf(assembly.expression));
      return;
    }
  }

  /** Examples that the assembly of all the others gets wrong. */
  #missed(outputs: readonly string[], bank: readonly Expression[]): number {
    const places = outputs.map((_output, place) => place);
    if (places.length > MOST_LEFT_OUT) return 0;
    return places.filter((left) => {
      const others = places.filter((place) => place !== left);
      const assembly = assemble(
        others.map((place) => outputs[place] ?? ''),
        bank,
        others,
      );
      const example = this.#problem.train[left];
      return assembly === null || example === undefined || !fits(programOf(assembly.expression), [example]);
    }).length;
  }

  #tokenPieces(): readonly Expression[] {
    const { vocabulary } = this.#problem;
    // On large inputs each piece takes long, and nobody could end the work.
    if (vocabulary === undefined || this.#enumerator.isSlow) return [];
    return tokenPieces({ ...this.#enumerator.examples, vocabulary, meter: this.#context.meter });
  }
}
