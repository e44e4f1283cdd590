import type { Environment, PlayedEpisode } from '../environments/index.js';
import {
  type Evaluator,
  type HiddenTests,
  scoreOutcomeInSandbox,
  type Verifier,
  verifyTrajectory,
} from '../evaluation/index.js';
import { heldFromTheStart, isIdle } from '../evaluation/internal.js';
import { createTrajectory, type Outcome, type Trajectory, type Verification } from '../records/index.js';

/** What the end of an episode is worth, and why. */
export interface TerminalReward {
  /** `verifyWeight · verified + judgeWeight · judge`; null where the machine is why it can't be told. */
  readonly reward: number | null;
  /** 1 where everything holds that the task demands and more was done than nothing; 0 where not. */
  readonly verified: 0 | 1 | null;
  /** What an agent that does nothing would earn; taken off once, from `verified`. */
  readonly noop: 0 | 1;
  /** What the judge said, from 0 to 1; null where it wasn't asked: it has no weight, or the outcome earns nothing. */
  readonly judge: number | null;
  /** In one line. */
  readonly reason: string;
}

/** How ends of episodes are scored. */
export interface Scoring {
  readonly verifyWeight: number;
  readonly judgeWeight: number;
  readonly judge: Evaluator | undefined;
  readonly verifiers: readonly Verifier[];
  readonly requireGrounding: boolean;
  readonly hiddenTests: HiddenTests;
}

/** An episode, scored. */
export interface ScoredEpisode extends PlayedEpisode {
  readonly terminal: TerminalReward;
}

/** Scores an episode: its record has the outcome, and the verification where verifiers were asked. */
export async function scoreEpisode(
  played: PlayedEpisode,
  environment: Environment,
  scoring: Scoring,
): Promise<ScoredEpisode> {
  const { initial, final } = played;
  const outcome = await scoreOutcomeInSandbox(played.trajectory, { initial, final }, scoring.hiddenTests);
  const scored: Trajectory = { ...played.trajectory, outcome };
  const verification =
    scoring.verifiers.length === 0
      ? null
      : await verifyTrajectory(scored, environment, {
          verifiers: scoring.verifiers,
          hiddenTests: scoring.hiddenTests,
        });
  const trajectory: Trajectory = verification === null ? scored : { ...scored, verification };
  const noop =
    outcome.verdict === 'fail' || outcome.verdict === 'error' ? 0 : await noopEarns(played, scoring);
  const { verified, reason } = verifiedPart(trajectory, outcome, verification, noop, scoring);
  const terminal = await withJudge({ verified, noop, reason }, trajectory, scoring);
  return { trajectory, initial, final, terminal };
}

/** What an agent that does nothing, and answers nothing, earns in the same world. */
async function noopEarns({ trajectory, initial }: PlayedEpisode, { hiddenTests }: Scoring): Promise<0 | 1> {
  const idle = createTrajectory({
    ...trajectory,
    steps: [],
    finalAnswer: null,
    finalStateDigest: trajectory.initialStateDigest,
    stopReason: 'no_answer',
    stopDetail: null,
  });
  const outcome = await scoreOutcomeInSandbox(idle, { initial, final: initial }, hiddenTests);
  return outcome.verdict === 'pass' || heldFromTheStart(outcome) ? 1 : 0;
}

interface VerifiedPart {
  readonly verified: 0 | 1 | null;
  readonly reason: string;
}

function verifiedPart(
  trajectory: Trajectory,
  outcome: Outcome,
  verification: Verification | null,
  noop: 0 | 1,
  { requireGrounding }: Scoring,
): VerifiedPart {
  const { verdict, reason } = outcome;
  if (verdict === 'fail') return { verified: 0, reason };
  if (verdict === 'error') return { verified: null, reason };
  if (noop === 1) return { verified: 0, reason: 'doing nothing would have earned as much' };
  // What the agent could bring about must never be worth more than to fail.
  if (verdict === 'not_checked')
    return { verified: outcome.fault === 'code' || isIdle(outcome) ? 0 : null, reason };
  if (requireGrounding && !isGrounded(trajectory)) {
    return { verified: 0, reason: 'no call was answered, so that nothing bears the answer out' };
  }
  if (verification !== null && verification.verdict !== 'pass') {
    return { verified: verification.verdict === 'fail' ? 0 : null, reason: verification.reason };
  }
  return { verified: 1, reason };
}

/** Whether something was run: a call that ended well, or the answer itself, as code. Where there is no tool, nothing could be. */
function isGrounded({ steps, tools, task }: Trajectory): boolean {
  const runsAnswer = (task.expected.goals ?? []).some(
    (goal) => goal.kind === 'tests_pass' && goal.fact === null,
  );
  return (
    tools.length === 0 ||
    runsAnswer ||
    steps.some((step) => step.type === 'observation' && step.status === 'ok')
  );
}

async function withJudge(
  part: VerifiedPart & { readonly noop: 0 | 1 },
  trajectory: Trajectory,
  { judge, judgeWeight, verifyWeight }: Scoring,
): Promise<TerminalReward> {
  const { verified } = part;
  if (verified !== 1 || judgeWeight === 0 || judge === undefined) {
    return { ...part, judge: null, reward: verified === null ? null : verifyWeight * verified };
  }
  const { overall, explanation } = await judge.evaluate(trajectory);
  return overall === null
    ? { ...part, judge: null, reward: null, reason: `the judge gave no score: ${explanation}` }
    : { ...part, judge: overall, reward: verifyWeight + judgeWeight * overall };
}
