import { type TextUse, textRisks, textUses } from '../../python/index.js';
import type { EngineRun, RunEffects } from '../engine.js';
import { addTextRisks } from '../value-text-risks.js';

/** What the code of a session has done with text, and what text it has seen: together they may need CPython. */
export class TextHistory {
  readonly #uses = new Set<TextUse>();
  readonly #risks = new Set<TextUse>();
  #difference: string | null = null;

  /** Notes the code and the inputs of a run. */
  sawRun({ code, inputs }: Pick<EngineRun, 'code' | 'inputs'>): void {
    for (const use of textUses(code)) this.#uses.add(use);
    for (const risk of textRisks(code)) this.#risks.add(risk);
    for (const value of Object.values(inputs)) addTextRisks(value, this.#risks);
  }

  /** Notes what came in while the code ran, and what the run noticed itself. */
  came({ textRisks: risks, difference }: RunEffects): void {
    for (const risk of risks ?? []) this.#risks.add(risk);
    this.#difference ??= difference ?? null;
  }

  /** Why the session belongs in CPython, or null: the code does something to text that Monty may do differently. */
  reason(): string | null {
    if (this.#difference !== null) return this.#difference;
    for (const use of this.#uses) {
      if (this.#risks.has(use))
        return `Monty may treat some characters differently that the code ${DOING[use]}`;
    }
    return null;
  }

  /** Takes over what another session saw. */
  copy(other: TextHistory): void {
    for (const use of other.#uses) this.#uses.add(use);
    for (const risk of other.#risks) this.#risks.add(risk);
    this.#difference = other.#difference;
  }

  /** Forgets all: the namespace is empty. */
  clear(): void {
    this.#uses.clear();
    this.#risks.clear();
    this.#difference = null;
  }
}

const DOING: Readonly<Record<TextUse, string>> = {
  lines: 'splits into lines',
  spaces: 'strips or splits at whitespace',
  digits: 'reads as numbers',
  numerals: 'asks to be numerals',
  letters: 'asks to be letters',
  case: 'changes the case of',
  titles: 'changes the case of by words',
  patterns: 'matches with regular expressions',
};
