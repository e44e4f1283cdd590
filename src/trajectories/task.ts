import type { Json, JsonObject } from '../core/index.js';

/** How an answer is compared with the expected one; see `compareAnswers`. */
export type AnswerComparison = 'exact' | 'number' | 'list' | 'set';

/** The answer a task expects. */
export interface ExpectedAnswer {
  readonly value: Json;
  readonly comparison: AnswerComparison;
}

/** What must hold after an episode, computed without the agent under test. */
export interface ExpectedOutcome {
  /** Null when the task asks for no answer. */
  readonly answer: ExpectedAnswer | null;
  /** Digest of the world that the episode must end in, or null when any will do. */
  readonly stateDigest: string | null;
}

/** One piece of work for an agent, with its checkable outcome. */
export interface Task {
  readonly id: string;
  /** What kind of work it is: `count`, `join`, …. */
  readonly category: string;
  /** All that the agent is told. */
  readonly prompt: string;
  readonly expected: ExpectedOutcome;
  /** Facts about the task that no agent sees: its part of a split, the skill it needs, …. */
  readonly metadata: JsonObject;
}
