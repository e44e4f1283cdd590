import { errorMessage, orAborted, quoted, startDeadline } from '../../core/internal.js';
import { findMontyDifferences } from '../../sandbox/index.js';
import type { Artefact } from '../artefact.js';
import { watchEngines } from '../execution/watch-engines.js';
import type { Requirement, ValidationContext } from '../requirement.js';
import { checkError, type Judgement, notChecked } from '../verdict.js';

const VERDICTS: readonly unknown[] = ['pass', 'fail', 'not_checked', 'error'];

/**
 * Judges one requirement. What is synchronous stays so; what is not is awaited, up to the requirement's timeout. A
 * validator that throws, that hands back something else than a judgement, or that takes too long is an `error`.
 * Only an aborted `context.signal` makes it throw.
 *
 * Where `auto` had nothing but Monty to run the code in, a failure of code that uses what Monty is known to do otherwise
 * in silence is `not_checked`, cause `engine`: it may be Monty's.
 */
export function judgeRequirement(
  requirement: Requirement,
  artefact: Artefact,
  context: ValidationContext,
): Judgement | Promise<Judgement> {
  const { python, autoRanMonty } = watchEngines(context.python);
  const judged = judgeWatched(requirement, artefact, { ...context, python });
  // A synchronous judgement ran nothing.
  if (!(judged instanceof Promise)) return judged;
  return judged.then((judgement) => (autoRanMonty() ? doubtFailure(judgement, artefact) : judgement));
}

function doubtFailure(judgement: Judgement, artefact: Artefact): Judgement {
  if (judgement.verdict !== 'fail') return judgement;
  const uses = findMontyDifferences(artefact.code ?? '');
  const [first] = uses;
  if (first === undefined) return judgement;
  const more = uses.length === 1 ? '' : `, and ${uses.length - 1} more`;
  return notChecked(
    `Not checked: only Monty runs here, and it may differ from CPython on what the code uses (${first.title}${more}). ` +
      `In Monty: ${judgement.reason}`,
    'engine',
  );
}

function judgeWatched(
  requirement: Requirement,
  artefact: Artefact,
  context: ValidationContext,
): Judgement | Promise<Judgement> {
  if (requirement.timeoutSeconds !== null) {
    return judgeInTime(requirement, requirement.timeoutSeconds, artefact, context);
  }
  try {
    const judged: unknown = requirement.validate(artefact, context);
    if (!isThenable(judged)) return checkJudgement(requirement, judged);
    return Promise.resolve(judged).then(
      (value) => checkJudgement(requirement, value),
      (thrown: unknown) => judgeThrown(requirement, thrown, context.signal),
    );
  } catch (thrown) {
    return judgeThrown(requirement, thrown, context.signal);
  }
}

async function judgeInTime(
  requirement: Requirement,
  seconds: number,
  artefact: Artefact,
  context: ValidationContext,
): Promise<Judgement> {
  const limit = startDeadline(seconds, context.signal);
  try {
    const judged = Promise.resolve(requirement.validate(artefact, { ...context, signal: limit.signal }));
    return checkJudgement(requirement, await orAborted(judged, limit.signal));
  } catch (thrown) {
    if (limit.passed()) return checkError(`${requirement.name} could not be checked within ${seconds} s.`);
    return judgeThrown(requirement, thrown, context.signal);
  } finally {
    limit.end();
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}

function judgeThrown(requirement: Requirement, thrown: unknown, signal: AbortSignal): Judgement {
  signal.throwIfAborted();
  return checkError(`${requirement.name} could not be checked: ${errorMessage(thrown)}`);
}

/** The value as a judgement, or an `error` that says what it is instead. */
function checkJudgement(requirement: Requirement, value: unknown): Judgement {
  if (typeof value !== 'object' || value === null) return notAJudgement(requirement, describe(value));
  const { verdict, reason, findings, score } = value as Partial<Record<keyof Judgement, unknown>>;
  if (!VERDICTS.includes(verdict)) return notAJudgement(requirement, `the verdict ${describe(verdict)}`);
  if (typeof reason !== 'string')
    return notAJudgement(requirement, `a verdict with the reason ${describe(reason)}`);
  if (findings !== undefined && !Array.isArray(findings)) {
    return notAJudgement(requirement, `findings that are ${describe(findings)}`);
  }
  if (score !== undefined && !(typeof score === 'number' && score >= 0 && score <= 1)) {
    return notAJudgement(requirement, `the score ${describe(score)}`);
  }
  return value as Judgement;
}

function notAJudgement(requirement: Requirement, what: string): Judgement {
  return checkError(
    `${requirement.name} could not be checked: its validator returned ${what}; it must return passWith(…), failWith(…) or notChecked(…).`,
  );
}

function describe(value: unknown): string {
  if (typeof value === 'string') return quoted(value, 40);
  if (typeof value === 'number' || typeof value === 'boolean' || value == null) return String(value);
  return `a value of type ${typeof value}`;
}
