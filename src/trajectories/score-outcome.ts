import type { Verdict } from '../requirements/index.js';
import { compareAnswers } from './compare-answers.js';
import type { Outcome, OutcomeCheck } from './judgement.js';
import type { Episode } from './trajectory.js';

/**
 * How an episode did: it passes when the answer is the expected one and the world ended as it had to. Nothing is
 * paid for a part of that. An episode that the machine cut short is an `error`, which is neither.
 */
export function scoreOutcome(episode: Episode): Outcome {
  const { expected } = episode.task;
  if (episode.stopReason === 'world_error' || episode.stopReason === 'policy_error') {
    return { verdict: 'error', reason: episode.stopDetail ?? episode.stopReason, checks: [] };
  }
  const checks: OutcomeCheck[] = [];
  if (expected.answer !== null) {
    const answered = episode.stopReason === 'answered';
    const difference = answered ? compareAnswers(expected.answer, episode.finalAnswer) : 'there is no answer';
    checks.push(checkOf('answer', difference));
  }
  if (expected.stateDigest !== null) {
    const reached = episode.finalStateDigest === expected.stateDigest;
    checks.push(checkOf('final_state', reached ? null : 'the world did not end as it had to'));
  }
  const failed = checks.find((check) => check.verdict === 'fail');
  if (failed !== undefined) return { verdict: 'fail', reason: failed.detail, checks };
  return checks.length === 0
    ? { verdict: 'not_checked', reason: 'the task expects nothing that can be checked', checks }
    : { verdict: 'pass', reason: 'every expectation holds', checks };
}

function checkOf(name: OutcomeCheck['name'], difference: string | null): OutcomeCheck {
  const verdict: Verdict = difference === null ? 'pass' : 'fail';
  return { name, verdict, detail: difference ?? '' };
}
