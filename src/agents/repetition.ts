import type { ToolAnswer } from './run-tool-calls.js';

/** Turns in a row with the same calls and the same results that are too many. */
const TOO_MANY = 3;

/** Counts turns in which a model makes the calls of the turn before and gets the same results. */
export class Repetition {
  #last = '';
  #count = 0;

  /** What to do after a turn: go on, tell the model that it repeats itself, or stop. */
  after(answers: readonly ToolAnswer[]): 'go on' | 'tell' | 'stop' {
    const key = JSON.stringify(
      answers.map(({ call, output }) => [call.toolName, call.invalidInput ?? call.input, output]),
    );
    this.#count = key === this.#last ? this.#count + 1 : 1;
    this.#last = key;
    if (this.#count >= TOO_MANY) return 'stop';
    return this.#count > 1 ? 'tell' : 'go on';
  }
}
