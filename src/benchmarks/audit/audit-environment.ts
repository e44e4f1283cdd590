import { defineOptions, isJsonObject, option, type ProgressListener } from '../../core/index.js';
import { type AuditReport, auditReport, type Finding } from './audit-report.js';
import type { AuditPlace, AuditTarget } from './audit-target.js';
import { CHEATS } from './cheats.js';
import { LOCAL_CHECKS, STATISTICAL_CHECKS } from './check-ids.js';
import { playCheats } from './play-cheats.js';
import { doAll, type Playthrough, playThrough } from './play-through.js';
import { rewardChecks } from './reward-checks.js';
import { runtimeChecks, same } from './runtime-checks.js';

/** How {@link auditEnvironment} looks. */
export interface AuditOptions {
  /** Episodes that each cheat plays, in tasks or with seeds of their own. Default 3. */
  readonly episodes?: number;
  /** The first seed. Default 0. */
  readonly seed?: number;
  readonly onProgress?: ProgressListener;
  readonly signal?: AbortSignal;
}

const checkOptions = defineOptions<AuditOptions>()('auditEnvironment', {
  episodes: option.wholeNumber(1),
  seed: option.integer,
  onProgress: option.callback,
  signal: option.signal,
});

/**
 * Probes an environment from outside, as an agent could: whether its oracle solves it, whether some two dozen ways to cheat and doing nothing earn nothing, and whether
 * resets, seeds and sessions hold. Checks have the ids of OpenEnv's validation policy. What can't be known from outside is `not_checked` with the reason, and never passes.
 *
 * @example
 * ```ts
 * import { auditEnvironment, auditGym } from 'mettle/benchmarks';
 * import { createSqlTaskGenerator, sampleShop } from 'mettle/generation';
 * import { AgentGym } from 'mettle/gym';
 *
 * const gym = new AgentGym({ generator: await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) }) });
 * const { verdict, checks } = await auditEnvironment(auditGym(gym), { episodes: 1 });
 * console.log(verdict, checks.find(({ id }) => id === 'oracle_max')?.verdict); // → pass pass
 * await gym.close();
 * ```
 * @throws {MettleError} `core/invalid_option`; the signal's reason.
 */
export async function auditEnvironment(
  target: AuditTarget,
  options: AuditOptions = {},
): Promise<AuditReport> {
  const { episodes = 3, seed = 0, signal, onProgress } = checkOptions(options);
  const place = (index: number): AuditPlace => ({ seed: target.hasTasks ? seed : seed + index, index });
  const places: readonly [AuditPlace, ...AuditPlace[]] = [
    place(0),
    ...Array.from({ length: episodes - 1 }, (_, index) => place(index + 1)),
  ];
  const runtime = await runtimeChecks(target, places);
  const isRunning = runtime.length > 1;
  const oracle = isRunning ? await playOracle(target, places) : [];
  const best = oracle.flat().flatMap(({ total }) => total ?? []);
  // Half of what a solution earns; where nobody knows one, half of the range that rewards have.
  const enough = best.length === 0 || Math.min(...best) <= 0 ? 0.5 : Math.min(...best) / 2;
  const cheats = isRunning
    ? await playCheats(target, places, enough, {
        signal,
        onProgress: (done) => onProgress?.({ stage: 'cheat', done, total: CHEATS.length }),
      })
    : [];
  const runs = [...oracle.flat(), ...cheats.flatMap(({ played }) => played)];
  const findings = [
    ...runtime,
    ...(isRunning
      ? [
          wellFormed(runs),
          ...rewardChecks({ cheats, oracle }),
          ...envelope(oracle),
          ...(await target.own(places)),
        ]
      : []),
  ];
  return auditReport(
    { target: target.name, kind: target.kind },
    inOrder(findings),
    cheats.map(({ name, paid, episodes: count, best: most }) => ({
      name,
      paid,
      episodes: count,
      best: most,
    })),
  );
}

async function playOracle(
  target: AuditTarget,
  places: readonly AuditPlace[],
): Promise<readonly (readonly [Playthrough, Playthrough])[]> {
  const pairs: (readonly [Playthrough, Playthrough])[] = [];
  for (const place of places) {
    const actions = await target.oracle(place);
    if (actions === null) continue;
    const once = () => playThrough(target, place, doAll(actions));
    pairs.push([await once(), await once()]);
  }
  return pairs;
}

/** Whether rewards are numbers, and an episode earns at most 1. */
function wellFormed(runs: readonly Playthrough[]): Finding {
  const odd = runs.flatMap(({ steps }) =>
    steps.flatMap(({ reward }) =>
      reward === undefined || reward === null || (typeof reward === 'number' && Number.isFinite(reward))
        ? []
        : [isJsonObject(reward) ? 'an object' : JSON.stringify(reward)],
    ),
  );
  const unreadable = runs.flatMap(({ broken }) =>
    broken !== null && /JSON|NaN/.test(broken) ? [broken] : [],
  );
  const most = Math.max(0, ...runs.flatMap(({ total }) => total ?? []));
  const isGood = odd.length === 0 && unreadable.length === 0 && most <= 1 + 1e-6;
  return {
    id: 'reward_well_formed',
    verdict: isGood ? 'pass' : 'fail',
    measured: `an episode earned at most ${most}; ${odd.length + unreadable.length} rewards were no numbers`,
    evidence: [...new Set([...odd, ...unreadable])].slice(0, 5),
    remediation: 'Give a number from 0 to 1 for an episode, or null where it can’t be scored.',
  };
}

function envelope(oracle: readonly (readonly [Playthrough, Playthrough])[]): readonly Finding[] {
  const [pair] = oracle;
  if (pair === undefined) return [];
  const [first, second] = pair;
  const steps = Math.max(...oracle.flat().map((run) => run.steps.length));
  const isOver = oracle.flat().every(({ done, broken }) => done && broken === null);
  return [
    same('replayability', first, second, 'Let the same seed and actions give the same episode.'),
    {
      id: 'resource_envelope',
      verdict: isOver ? 'pass' : 'fail',
      measured: `solutions take at most ${steps} actions${isOver ? '' : ', and some never end'}`,
      remediation: 'End the episode once it is solved.',
    },
  ];
}

/** Why a check could not be made here. */
const NOT_CHECKED: Readonly<Record<string, string>> = {
  startup: 'nothing was played',
  network_policy: 'what a process reaches is not seen from outside of it',
  host_containment: 'what a process touches on its machine is not seen from outside of it',
  verifier_portability: 'it needs a second machine',
  difficulty_separation: 'it needs policies or models of different strength',
  headroom: 'it needs a model',
  training_signal: 'it needs a model',
  replayability: 'nobody handed in the actions that solve it',
  resource_envelope: 'nobody handed in the actions that solve it',
};
const STATIC_REASON = 'there is no folder or image to look at';

/** Every id once, in the policy's order. */
function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const found = new Map(findings.map((finding) => [finding.id, finding]));
  const statics: ReadonlySet<string> = new Set(LOCAL_CHECKS.static);
  return [...Object.values(LOCAL_CHECKS).flat(), ...STATISTICAL_CHECKS].map(
    (id) =>
      found.get(id) ?? {
        id,
        verdict: 'not_checked',
        measured: NOT_CHECKED[id] ?? (statics.has(id) ? STATIC_REASON : 'it does not say'),
      },
  );
}
