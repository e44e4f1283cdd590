import { canonicalJson, type Json } from '../core/index.js';
import type { Example } from '../training/index.js';
import { evaluateProgram, type Program } from './programs/program.js';
import type { Solution } from './solution.js';

/** Most programs that fit which are kept to be compared. */
const MOST_RIVALS = 40;

/** What a search has found so far. */
export class SearchFindings {
  readonly #train: readonly Example[];
  readonly #rivals: Program[] = [];
  #best: Solution | null = null;
  #partial: Program | null = null;
  #matches = 0;

  constructor(train: readonly Example[]) {
    this.#train = train;
  }

  /** Takes what the engines tell. */
  readonly listeners = {
    onFit: (solution: Solution): void => {
      this.#best = solution;
      this.#addRivals([solution.program]);
    },
    onPartial: (program: Program): void => {
      this.#partial = program;
      this.#matches = this.#train.filter((example) => isRight(program, example)).length;
    },
    onRivals: (programs: readonly Program[]): void => this.#addRivals(programs),
  };

  /** The best program that fits every training example; null when none does. */
  get best(): Solution | null {
    return this.#best;
  }

  /** The program that fits most training examples, when none fits all. */
  get partial(): Program | null {
    return this.#partial;
  }

  /** Programs that fit every training example, chosen or not. */
  get rivals(): readonly Program[] {
    return this.#rivals;
  }

  /** The rivals that held-out examples agree with. */
  holding(holdout: readonly Example[]): readonly Program[] {
    return this.#rivals.filter((program) => holdout.every((example) => isRight(program, example)));
  }

  /** Of the rivals that held-out examples agree with, one for each other thing that they say of the unlabelled inputs. */
  rivalsOf(chosen: Program, holdout: readonly Example[], unlabelled: readonly Json[]): readonly Program[] {
    const behaviour = (program: Program): string =>
      canonicalJson(unlabelled.map((input) => evaluateProgram(program, input) ?? null));
    const seen = new Set([behaviour(chosen)]);
    return this.holding(holdout).filter((program) => {
      const shown = behaviour(program);
      const isNew = !seen.has(shown);
      seen.add(shown);
      return isNew;
    });
  }

  /** The best so far, in a few words. */
  note(): string {
    const all = this.#train.length;
    if (this.#best === null) {
      return this.#partial === null ? 'no match yet' : `best ${this.#matches}/${all} by enumeration`;
    }
    const doubt = this.#best.holds ? '' : ', fails held-out';
    return `best ${all}/${all} by ${this.#best.engine}${doubt}`;
  }

  #addRivals(programs: readonly Program[]): void {
    this.#rivals.push(...programs.slice(0, MOST_RIVALS - this.#rivals.length));
  }
}

function isRight(program: Program, { input, output }: Example): boolean {
  const actual = evaluateProgram(program, input);
  return actual !== undefined && canonicalJson(actual) === canonicalJson(output);
}
