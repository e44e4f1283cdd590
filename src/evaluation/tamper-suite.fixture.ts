import { canonicalJson, type JsonObject, RandomStream } from '../core/index.js';
import { openShop, policyOf, shopTask } from '../environments/episodes/shop.fixture.js';
import type { Actor, Environment, Policy } from '../environments/index.js';
import { playEpisode } from '../environments/index.js';
import { withToolsOnly } from '../environments/internal.js';
import type { ExpectedOutcome, Trajectory } from '../records/index.js';
import {
  isCallStep,
  parseTrajectory,
  type TrajectoryStep,
  trajectoryId,
  trajectoryRecord,
} from '../records/index.js';
import { overallVerdict } from '../records/internal.js';
import { scoreOutcome } from './scoring/score-outcome.js';
import { tamper } from './tamper.fixture.js';
import { verifyTrajectory } from './verify-trajectory.js';

/** What became of the tampered records, each described as by `tamper`. */
export interface TamperReport {
  readonly tried: number;
  /** Passed, though no honest run makes them. */
  readonly slipped: readonly string[];
  /** Passed, and an honest run makes the same record: only a certificate of the original tells. */
  readonly honest: readonly string[];
  /** Did not pass, though an honest run makes them. */
  readonly wrongly: readonly string[];
}

/**
 * Tampers with records of the SQL world, each tampering once with the id left as it was and once with the id that
 * fits. What should pass is decided apart from the verifier: by playing an honest run that does what the tampered
 * record says was done, and comparing the two records.
 */
export async function tamperManyRecords(count: number, seed: number): Promise<TamperReport> {
  const environment = await openShop();
  const records = await recordsToTamper(environment);
  const stream = new RandomStream(seed, 'tampering');
  const report = { tried: 0, slipped: [] as string[], honest: [] as string[], wrongly: [] as string[] };
  for (let index = 0; index < count; index++) {
    const { record, what } = tamper(stream.pick(records), stream);
    for (const tampered of [record, withFittingId(record)]) {
      report.tried += 1;
      const passed = await passes(tampered, environment);
      if (!passed && tampered === record) continue;
      const isHonest = await honestRunMakes(tampered, environment);
      const name = `${what}${tampered === record ? '' : ' (with a fitting id)'}`;
      if (passed) (isHonest ? report.honest : report.slipped).push(name);
      else if (isHonest) report.wrongly.push(name);
    }
  }
  return report;
}

async function recordsToTamper(environment: Environment): Promise<readonly JsonObject[]> {
  const reading = policyOf(async (actor) => {
    actor.plan('Count the dear fruits, à la carte.');
    await actor.call('sql_query', { sql: 'SELECT name, cents FROM fruit WHERE cents > 40' });
    actor.think('That is two.');
    actor.think('Is it?', { reasoning: true });
    await actor.call('sql_query', { sql: 'SELECT count(*) FROM fruit WHERE cents > 40' });
    actor.criticise('Sure.');
    actor.answer(2);
  });
  const writing = policyOf(async (actor) => {
    await actor.call('sql_execute', { sql: "UPDATE fruit SET cents = 41 WHERE name = 'apple'" });
    await actor.call('sql_execute', { sql: 'no SQL' });
    await actor.call('ghost', { sql: 'SELECT 1' });
    await actor.callAll([{ tool: 'sql_query', arguments: {}, invalidArguments: '{"sql": "SELECT' }]);
    await actor.call('sql_query', { sql: 'SELECT sum(cents) AS café FROM fruit' });
    actor.answer({ sum: 166, parts: [41, 80, 45] });
  });
  const failing = policyOf(async (actor) => {
    await actor.call('sql_query', { sql: 'SELECT 1.0, 1, NULL' });
    throw new Error('no idea');
  });
  const sharing = policyOf(async (actor) => {
    await actor.subagent({ agent: 'clerk', prompt: 'Set the price.' }, async (clerk) => {
      await clerk.callAll([
        { tool: 'sql_execute', arguments: { sql: "UPDATE fruit SET cents = 41 WHERE name = 'apple'" } },
        { tool: 'sql_query', arguments: { sql: 'SELECT max(cents) FROM fruit' } },
      ]);
      clerk.answer('done');
    });
    actor.spend({ modelCalls: 1, inputTokens: 10, outputTokens: 2 });
    actor.answer(2);
  });
  const records: JsonObject[] = [];
  const expected: ExpectedOutcome = {
    answer: { value: 2, comparison: 'number' },
    stateDigest: null,
    goals: [{ kind: 'fact', name: 'fruit/apple', value: { name: 'apple', cents: 41 } }],
    invariants: [{ kind: 'unchanged', except: ['fruit/apple'] }],
    process: [{ kind: 'max_calls', value: 4 }],
  };
  const plain = shopTask({ value: 2, comparison: 'number' });
  const cases = [
    { policy: reading, task: plain },
    { policy: writing, task: plain },
    { policy: failing, task: plain },
    { policy: sharing, task: { ...plain, expected } },
  ];
  for (const { policy, task } of cases) {
    const played = await playEpisode({ environment, policy, task, seed: 0, timed: true });
    const { trajectory } = played;
    const judged = {
      ...trajectory,
      outcome: scoreOutcome(trajectory, played),
      verification: await verifyTrajectory(trajectory, environment),
    };
    records.push(trajectoryRecord(judged));
  }
  return records;
}

/** The record with the id of what it says now; as it is where that is no record at all. */
function withFittingId(record: JsonObject): JsonObject {
  try {
    return { ...record, id: trajectoryId(parseTrajectory(record)) };
  } catch {
    return { ...record };
  }
}

async function passes(record: JsonObject, environment: Environment): Promise<boolean> {
  let trajectory: Trajectory;
  try {
    trajectory = parseTrajectory(record);
  } catch {
    return false;
  }
  return (await verifyTrajectory(trajectory, environment)).verdict === 'pass';
}

/** Whether an honest run that does what the record says makes this very record, verdicts included. */
async function honestRunMakes(record: JsonObject, environment: Environment): Promise<boolean> {
  let trajectory: Trajectory;
  try {
    trajectory = parseTrajectory(record);
  } catch {
    return false;
  }
  const { task, seed, stopReason, steps } = trajectory;
  const offered = trajectory.tools.map(({ name }) => name);
  const calls = steps.filter(({ type }) => type === 'tool_call' || type === 'code_execution').length;
  const maxCalls = stopReason === 'call_limit' ? calls : 50;
  const policy: Policy = {
    ...trajectory.policy,
    play: async (_, actor) => {
      for (const together of turnsOf(steps)) await redo(actor, together);
      if (stopReason === 'call_limit') await actor.call('one_too_many', {});
      if (stopReason === 'policy_error') throw new Error(trajectory.stopDetail ?? '');
    },
  };
  const played = await playEpisode({
    environment: withToolsOnly(environment, offered),
    policy,
    task,
    seed,
    maxCalls,
  });
  const honest = played.trajectory;
  const { usage, callSeconds, provenance } = trajectory;
  const own = trajectoryRecord({
    ...honest,
    ...{ usage, callSeconds, provenance },
    outcome: trajectory.outcome === null ? null : scoreOutcome(honest, played),
    verification: trajectory.verification,
    requirements: trajectory.requirements,
  });
  return (
    canonicalJson(claimsOf(own)) === canonicalJson(claimsOf(record)) && (await claimHolds(trajectory, honest))
  );

  async function claimHolds(said: Trajectory, run: Trajectory): Promise<boolean> {
    if (said.verification === null) return true;
    const { verdict, replayedCalls, mismatches, checks } = said.verification;
    const judged = { ...run, outcome: said.outcome };
    const found = await verifyTrajectory(judged, environment);
    const isClaim = (claim: string): boolean => claim === 'pass' || claim === 'fail';
    const names = checks.map(({ name }) => name);
    if (new Set(names).size !== names.length) return false;
    if (checks.length > 0 && verdict !== overallVerdict(checks)) return false;
    const areTrue = checks.every((claim) => {
      const now = found.checks.find(({ name, version }) => name === claim.name && version === claim.version);
      if (now === undefined) return true;
      return now.required === claim.required && (!isClaim(claim.verdict) || now.verdict === claim.verdict);
    });
    if (!areTrue || !isClaim(verdict)) return areTrue;
    const counts = { replayedCalls, mismatches };
    const again = { replayedCalls: found.replayedCalls, mismatches: found.mismatches };
    const verdictHolds = checks.length > 0 || verdict === found.verdict;
    return verdictHolds && canonicalJson(counts) === canonicalJson(again);
  }
}

/** The steps, those calls together that follow each other directly: they were made at once. */
function turnsOf(steps: readonly TrajectoryStep[]): readonly (readonly TrajectoryStep[])[] {
  const turns: TrajectoryStep[][] = [];
  for (const [index, step] of steps.entries()) {
    const previous = steps[index - 1];
    const together = previous !== undefined && isCallStep(previous) && isCallStep(step);
    if (together) turns.at(-1)?.push(step);
    else turns.push([step]);
  }
  return turns;
}

async function redo(actor: Actor, together: readonly TrajectoryStep[]): Promise<void> {
  const [step] = together;
  if (step === undefined) return;
  const by = 'agent' in step && step.agent !== undefined ? { agent: step.agent } : {};
  switch (step.type) {
    case 'thought':
      return actor.think(step.content, { ...by, reasoning: step.reasoning === true });
    case 'plan':
      return actor.plan(step.content, by);
    case 'critique':
      return actor.criticise(step.content, by);
    case 'tool_call':
    case 'code_execution':
      return void (await actor.callAll(together.filter(isCallStep), by));
    case 'withheld_call':
      return actor.withhold(step, step.reason, by);
    case 'subagent':
      return void (await actor.subagent(step, async (hands) => hands.answer(step.report)));
    case 'final_answer':
      return actor.answer(step.value, {
        ...by,
        ...(step.submitted === undefined ? {} : { submitted: step.submitted }),
      });
    default:
      return undefined;
  }
}

/** A record without the words of its outcome, which are no claim; a verdict that nothing was checked is none either. */
function claimsOf(record: JsonObject): JsonObject {
  const { outcome, ...rest } = record as JsonObject & { outcome: JsonObject | null };
  if (outcome === null) return rest;
  const checks = (outcome.checks as readonly JsonObject[]).map(({ name, verdict }) => ({
    name: name ?? null,
    verdict: verdict ?? null,
  }));
  return { ...rest, outcome: { verdict: outcome.verdict ?? null, checks } };
}
