import type { LexicalProblemKind } from './token.js';

/** Levels of indentation that may be open at once; Python refuses more. */
const MAX_INDENTATION_LEVELS = 100;

/** How a line's indentation differs from the line before: levels opened (1) or closed (negative). */
export interface IndentationChange {
  readonly levels: number;
  readonly problem?: LexicalProblemKind;
}

/** The open levels of indentation. A tab reaches the next multiple of eight; a form feed starts over. */
export class IndentationLevels {
  readonly #columns: number[] = [0];
  /** The same levels with tabs as wide as one space: where both disagree, tabs and spaces are mixed. */
  readonly #alternative: number[] = [0];

  /** How many levels are open. */
  get depth(): number {
    return this.#columns.length - 1;
  }

  /** Takes the blanks `[start, end)` before the first token of a line. */
  read(source: string, start: number, end: number): IndentationChange {
    let column = 0;
    let alternative = 0;
    for (let at = start; at < end; at++) {
      const code = source.charCodeAt(at);
      if (code === 32) {
        column++;
        alternative++;
      } else if (code === 9) {
        column = (Math.floor(column / 8) + 1) * 8;
        alternative++;
      } else {
        column = 0;
        alternative = 0;
      }
    }
    const current = this.#columns[this.#columns.length - 1] ?? 0;
    if (column === current) return this.#compared(0, alternative);
    if (column < current) return this.#close(column, alternative);
    const before = this.#alternative[this.#alternative.length - 1] ?? 0;
    this.#columns.push(column);
    this.#alternative.push(alternative);
    if (this.depth >= MAX_INDENTATION_LEVELS) return { levels: 1, problem: 'too-many-indents' };
    return alternative <= before ? { levels: 1, problem: 'inconsistent-tabs' } : { levels: 1 };
  }

  #close(column: number, alternative: number): IndentationChange {
    let levels = 0;
    while ((this.#columns[this.#columns.length - 1] ?? 0) > column) {
      this.#columns.pop();
      this.#alternative.pop();
      levels--;
    }
    if ((this.#columns[this.#columns.length - 1] ?? 0) !== column) {
      return { levels, problem: 'inconsistent-dedent' };
    }
    return this.#compared(levels, alternative);
  }

  #compared(levels: number, alternative: number): IndentationChange {
    const same = (this.#alternative[this.#alternative.length - 1] ?? 0) === alternative;
    return same ? { levels } : { levels, problem: 'inconsistent-tabs' };
  }
}
