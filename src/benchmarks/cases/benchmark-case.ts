import type { Json } from '../../core/index.js';
import type { TaskInWorld } from '../../generation/index.js';
import type { ToolDefinition } from '../../records/index.js';
import type { AnswerCheck } from './answer-case.js';
import type { ExpectedCall } from './expected-call.js';

interface CaseNames {
  /** Different in each case of a suite. */
  readonly id: string;
  /** What results are grouped by. Default: the kind of the case. */
  readonly category?: string;
}

/** A case that is scored by the first calls of a reply, which are not run. */
export interface CallCase extends CaseNames {
  readonly query: string;
  /** For the system message. Default: none. */
  readonly instructions?: string;
  readonly tools: readonly ToolDefinition[];
  /** The calls, in any order. None: the reply must call nothing. */
  readonly expected: readonly ExpectedCall[];
}

/** A case of the Berkeley Function Calling Leaderboard, scored by its own rules. */
export interface BfclCase extends CaseNames {
  readonly query: string;
  readonly instructions?: string;
  /** With schemas as JSON Schema has them. */
  readonly tools: readonly ToolDefinition[];
  /** The question's `function` list as it is in the file: the rules go by its types. */
  readonly functions: readonly Json[];
  /** `ground_truth` as JSON text, as it is in the file: `5.0` is not `5`. Null for `relevance` and `irrelevance`, which have none. */
  readonly answers: string | null;
  readonly rule: BfclRule;
  /** What the functions are written in. Arguments for Java and JavaScript are literals as text. Default `python`. */
  readonly language?: BfclLanguage;
}

/** The languages of BFCL's functions. */
export type BfclLanguage = 'python' | 'java' | 'javascript';

/** How a BFCL case is scored: one call, several in any order, none, or at least one. */
export type BfclRule = 'simple' | 'parallel' | 'irrelevance' | 'relevance';

/** A case that is played in a world and scored by what becomes of it. */
export interface TaskCase extends CaseNames {
  /** The task of every trial; or a function that gives each trial an instance of its own, the same for the same number. */
  readonly task: TaskInWorld | ((trial: number) => Promise<TaskInWorld>);
  /** What the instances depend on, for the suite's fingerprint, where `task` is a function. */
  readonly source?: Json;
}

/** A case that is scored by its answer, such as Python code. */
export interface AnswerCase extends CaseNames {
  readonly query: string;
  /** For the system message. Default: none. */
  readonly instructions?: string;
  readonly check: AnswerCheck;
  /** An answer that passes, where one is known. Nobody who is tested sees it. */
  readonly reference?: string;
}

/** One item of a benchmark. */
export type BenchmarkCase = CallCase | BfclCase | TaskCase | AnswerCase;

/** Whether a case is scored by its answer. */
export function isAnswerCase(item: BenchmarkCase): item is AnswerCase {
  return 'check' in item;
}

/** Whether a case is played in a world. */
export function isTaskCase(item: BenchmarkCase): item is TaskCase {
  return 'task' in item;
}

/** What a case's results are grouped by. */
export function categoryOf(item: BenchmarkCase): string {
  return item.category ?? (isTaskCase(item) ? 'tasks' : isAnswerCase(item) ? 'answers' : 'calls');
}
