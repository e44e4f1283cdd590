import type { Json, JsonObject } from '../core/index.js';

/** How an answer is compared with the expected one; see `compareAnswers`. */
export type AnswerComparison = 'exact' | 'number' | 'list' | 'set';

/** The answer a task expects. */
export interface ExpectedAnswer {
  readonly value: Json;
  readonly comparison: AnswerComparison;
  /**
   * How far a number may be from the expected one and still be right, in its own unit. Default: 10⁻⁹ relatively
   * for `number`, and nothing for numbers inside a list or an object.
   */
  readonly tolerance?: number;
  /** JSON Schema that an answer must meet before it is compared. */
  readonly schema?: JsonObject;
}

/**
 * Something about the world after an episode. Plain data, and so part of the record; a fact's name is its name in
 * `WorldState`.
 *
 * - `fact`: the fact has this value, as canonical JSON.
 * - `has`: the fact is an object with these members, and maybe more.
 * - `absent`: there is no such fact.
 * - `count`: so many facts have a name that begins with `prefix`.
 * - `contains`: the fact is a text, or has a `text`, with this in it.
 * - `unchanged`: every other fact is as it was at the start. `except` names facts; a name that ends in `/` or `*`
 *   stands for all that begin with what is before the `*`.
 * - `tests_pass`: Python tests, hidden from the agent, pass on code that it left: the text of a fact, or the answer
 *   where `fact` is null. They run in a process that the code can't write to: see `scoreOutcomeInSandbox`.
 */
export type StateCheck =
  | { readonly kind: 'fact'; readonly name: string; readonly value: Json }
  | { readonly kind: 'has'; readonly name: string; readonly members: JsonObject }
  | { readonly kind: 'absent'; readonly name: string }
  | { readonly kind: 'count'; readonly prefix: string; readonly value: number }
  | { readonly kind: 'contains'; readonly name: string; readonly text: string }
  | { readonly kind: 'unchanged'; readonly except: readonly string[] }
  | {
      readonly kind: 'tests_pass';
      readonly fact: string | null;
      readonly tests: string;
      /** The name under which the tests import the code. Default `solution`. */
      readonly module?: string;
    };

/**
 * Something about the calls of an episode. Plain data, and so part of the record.
 *
 * - `called`: at least `times` calls (default 1) of the tool ended with `status` (default `ok`), with these arguments
 *   among theirs.
 * - `not_called`: the tool was never called, not even in vain.
 * - `called_before`: no call of `later` comes before the first call of `first` that ended well.
 * - `observed`: a call that ended well answered with this text in its content; with `early`, before any call had changed the world.
 * - `max_calls`: there are at most so many calls.
 */
export type ProcessCheck =
  | {
      readonly kind: 'called';
      readonly tool: string;
      readonly arguments?: JsonObject;
      readonly times?: number;
      readonly status?: 'ok' | 'error';
    }
  | { readonly kind: 'not_called'; readonly tool: string }
  | { readonly kind: 'called_before'; readonly first: string; readonly later: string }
  | { readonly kind: 'observed'; readonly text: string; readonly early?: true }
  | { readonly kind: 'max_calls'; readonly value: number };

/** What must hold after an episode, computed without the agent under test. All of it must, or the episode failed. */
export interface ExpectedOutcome {
  /** Null when the task asks for no answer. */
  readonly answer: ExpectedAnswer | null;
  /** Digest of the world that the episode must end in, or null when any will do. */
  readonly stateDigest: string | null;
  /** What the agent has to bring about. Where all of it holds from the start, nothing can be concluded. */
  readonly goals?: readonly StateCheck[];
  /** What it must not break. */
  readonly invariants?: readonly StateCheck[];
  /** What its calls must have been. */
  readonly process?: readonly ProcessCheck[];
}

/** One piece of work for an agent, with its checkable outcome. */
export interface Task {
  readonly id: string;
  /** What kind of work it is: `count`, `join`, …. */
  readonly category: string;
  /** What is asked. */
  readonly prompt: string;
  /** What an agent has to go by, such as the rules of the house: goes into its system message. Absent: nothing. */
  readonly instructions?: string;
  readonly expected: ExpectedOutcome;
  /** Facts about the task that no agent sees: its part of a split, the skill it needs, …. */
  readonly metadata: JsonObject;
}
