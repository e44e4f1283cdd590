import { defineOptions, option } from '../core/index.js';
import type { Finding } from '../python/index.js';
import type { Execution } from './execution/execution.js';

/**
 * What a check came to. `not_checked` is never a pass: nothing is known. `error` means that the check itself could
 * not be carried out (a broken machine, a validator that threw): nobody's code is at fault.
 */
export type Verdict = 'pass' | 'fail' | 'not_checked' | 'error';

/**
 * How much a requirement is meant: what `must` hold decides whether a reply is good; what `should` hold is advice, which
 * lowers the score and is told, and no more.
 */
export type Severity = 'must' | 'should';

/**
 * Why something was not checked: `by_choice` the caller asked for no more than that (the engine `none` runs nothing);
 * `dependency` a requirement it stands on did not pass; `limit` the reply goes beyond what the check can judge (too
 * large, nested too deep), which says nothing about whether it is right; `engine` the only engine of this machine
 * lacks what the code uses, or may be why the code failed; `namespace` a test needs the code in its own process, where nothing
 * that the code says could be believed; `crossing` what the code gives to the check, or wants of it, can't cross between
 * their processes.
 */
export type NotCheckedCause = 'by_choice' | 'dependency' | 'limit' | 'engine' | 'namespace' | 'crossing';

/**
 * Whose doing each cause is. What is the code's earns nothing, as a failure does, since code could else escape a failure
 * by it; what is the machine's, or of whoever wrote the check, says nothing of the code and isn't scored. A dependency that
 * didn't pass hands on its own.
 */
export const FAULT_OF: Readonly<Record<Exclude<NotCheckedCause, 'dependency'>, 'code' | 'machine'>> = {
  by_choice: 'machine',
  limit: 'code',
  engine: 'machine',
  namespace: 'machine',
  crossing: 'code',
};

/**
 * What a validator hands back. Made by {@link passWith}, {@link failWith}, {@link notChecked} or {@link checkError}.
 * `T` is the type of what was read off a reply that passes.
 */
export interface Judgement<T = unknown> {
  readonly verdict: Verdict;
  /** One line: what was found. For a failure, what a model needs to know to repair it. */
  readonly reason: string;
  /** The places in the code. Default: none. */
  readonly findings?: readonly Finding[];
  /** How good the reply is by this requirement, from 0 to 1. Default: 1 for a pass, else 0. */
  readonly score?: number;
  /** The run of the code that the judgement is about. */
  readonly execution?: Execution;
  /** What was read off the reply, where the requirement reads something: the JSON of `JsonOutput`. */
  readonly value?: T;
  /** With `not_checked`: why. Default `by_choice`. */
  readonly cause?: NotCheckedCause;
}

/** What a {@link Judgement} may carry beside verdict and reason. */
export interface JudgementDetails<T = unknown> {
  readonly findings?: readonly Finding[];
  /** From 0 to 1. */
  readonly score?: number;
  readonly execution?: Execution;
  /** What was read off the reply. */
  readonly value?: T;
}

const checkJudgementDetails = defineOptions<JudgementDetails<unknown>>()('passWith', {
  findings: option.list(),
  score: option.number,
  execution: option.object,
  value: option.any,
});

/** The requirement is met. */
export function passWith<T = unknown>(reason: string, details: JudgementDetails<T> = {}): Judgement<T> {
  checkJudgementDetails(details);
  return { verdict: 'pass', reason, ...details };
}

const checkFailWithOptions = defineOptions<Omit<JudgementDetails, 'value'>>()('failWith', {
  findings: option.list(),
  score: option.number,
  execution: option.object,
});

/** The requirement is not met, and the reply is why. */
export function failWith(reason: string, details: Omit<JudgementDetails, 'value'> = {}): Judgement<never> {
  checkFailWithOptions(details);
  return { verdict: 'fail', reason, ...details };
}

const checkNotCheckedOptions = defineOptions<Pick<JudgementDetails, 'findings'>>()('notChecked', {
  findings: option.list(),
});

/** Nothing was checked. With the cause `limit`, the reason tells the reply's author how to stay within the limit. */
export function notChecked(
  reason: string,
  cause: NotCheckedCause = 'by_choice',
  details: Pick<JudgementDetails, 'findings'> = {},
): Judgement<never> {
  checkNotCheckedOptions(details);
  return { verdict: 'not_checked', reason, cause, ...details };
}

/** The check could not be carried out; the reply is not at fault. */
export function checkError(reason: string): Judgement<never> {
  return { verdict: 'error', reason };
}

/** One requirement's verdict on one reply. `T` is the type of what the requirement reads off a reply that passes. */
export interface RequirementResult<T = unknown> {
  /** The requirement's kind: `PythonSyntaxValid`. */
  readonly requirement: string;
  /** The requirement's identity in its set. */
  readonly key: string;
  /** How much the requirement is meant. */
  readonly severity: Severity;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly findings: readonly Finding[];
  /** From 0 to 1; null when there is nothing to score. */
  readonly score: number | null;
  /** The run of the code that the verdict is about, or null where nothing ran for it. */
  readonly execution: Execution | null;
  /** What was read off a reply that passes, where the requirement reads something: the JSON of `JsonOutput`. */
  readonly value?: T;
  /** With `not_checked`: why, else null. */
  readonly cause: NotCheckedCause | null;
  /** With `not_checked` and `error`: whose doing that is. The machine's isn't scored, the code's scores 0. Else null. */
  readonly fault: 'code' | 'machine' | null;
  /** With cause `dependency`: the key of the requirement that failed first, else null. */
  readonly blockedBy: string | null;
}
