import type { Finding } from './audit-report.js';
import type { Cheat } from './cheats.js';
import type { PlayedCheat } from './play-cheats.js';
import type { Playthrough } from './play-through.js';

/** What was played to see what pays. */
export interface PlayedRewards {
  readonly cheats: readonly PlayedCheat[];
  /** The oracle twice in each place; empty where nobody knows one. */
  readonly oracle: readonly (readonly [Playthrough, Playthrough])[];
}

/** How much less than the oracle doing nothing has to earn. */
const FLOOR_MARGIN = 0.1;
/** Rewards that count as equal. */
const EQUAL = 1e-6;

const REMEDIES: Readonly<Record<Cheat['check'], string>> = {
  floor_gap: 'Score the state at the end or a typed answer, and take off what doing nothing earns.',
  canary_floor: 'Check what the task asks for, so that actions by chance earn nothing.',
  no_solution_leakage:
    'Keep answers out of prompts, metadata, state and tool results until the episode is scored.',
  oracle_containment:
    'Run the verifier where the agent can’t write or ask: other files, another process, after the agent has stopped.',
  adversarial_floor:
    'Compare a typed answer by value, count each outcome once, and never score words, length or format.',
};

/** The checks of what pays and what doesn't. */
export function rewardChecks({ cheats, oracle }: PlayedRewards): readonly Finding[] {
  const runs = oracle.flat();
  const best = runs.flatMap(({ total }) => total ?? []);
  const floors = cheats
    .filter(({ cheat }) => cheat.check === 'floor_gap')
    .flatMap(({ best: most }) => most ?? []);
  const floor = Math.max(0, ...floors);
  return [
    oracleMax(runs),
    floorGap(cheats, best, floor),
    ...(['canary_floor', 'no_solution_leakage', 'oracle_containment', 'adversarial_floor'] as const).map(
      (id) => cheatCheck(id, cheats),
    ),
    verifierDeterminism(oracle, cheats),
    reachability(best, floor),
    variance(best),
    gameability(cheats, best),
  ];
}

const NO_ORACLE = 'nobody handed in the actions that solve it';

function oracleMax(runs: readonly Playthrough[]): Finding {
  const id = 'oracle_max';
  if (runs.length === 0) return { id, verdict: 'not_checked', measured: NO_ORACLE };
  const solved = runs.filter(({ total }) => total !== null && total >= 1 - FLOOR_MARGIN).length;
  const broken = runs.flatMap(({ broken: how }) => how ?? []);
  return {
    id,
    verdict: solved === runs.length ? 'pass' : 'fail',
    measured: `the oracle earned at least 0.9 in ${solved} of ${runs.length} episodes`,
    evidence: [
      ...broken.slice(0, 3),
      ...runs.flatMap(({ total }, index) =>
        total === null || total < 1 - FLOOR_MARGIN ? [`episode ${index}: ${String(total)}`] : [],
      ),
    ].slice(0, 10),
    remediation:
      'Make sure that the task can be done by the tools, and that the reward of a solved one is 1.',
  };
}

function floorGap(cheats: readonly PlayedCheat[], best: readonly number[], floor: number): Finding {
  const { pays, evidence } = payers('floor_gap', cheats);
  const least = best.length === 0 ? null : Math.min(...best);
  const isClose = least !== null && least - floor < FLOOR_MARGIN;
  return {
    id: 'floor_gap',
    verdict: pays || isClose ? 'fail' : played('floor_gap', cheats) ? 'pass' : 'not_checked',
    measured: `doing nothing earns ${floor}${least === null ? '' : `, the oracle at least ${least}`}`,
    evidence,
    remediation: REMEDIES.floor_gap,
  };
}

function cheatCheck(id: Cheat['check'], cheats: readonly PlayedCheat[]): Finding {
  const { pays, evidence } = payers(id, cheats);
  const mine = cheats.filter(({ cheat }) => cheat.check === id);
  if (!played(id, cheats)) return { id, verdict: 'not_checked', measured: 'no episode was scored' };
  const tried = mine.filter(({ played: runs }) => runs.some(({ steps }) => steps.length > 0)).length;
  const untried = tried === mine.length ? '' : `; ${mine.length - tried} could not be tried`;
  return {
    id,
    // Tools that hand in an answer, judge or write are known by their names: where they have others, little is seen.
    verdict: pays ? 'fail' : 2 * tried > mine.length ? 'pass' : 'not_checked',
    measured: `${mine.filter((each) => each.pays).length} of ${mine.length} ways to cheat are paid${untried}`,
    evidence,
    remediation: REMEDIES[id],
  };
}

function payers(id: Cheat['check'], cheats: readonly PlayedCheat[]) {
  const paid = cheats.filter(({ cheat, pays }) => cheat.check === id && pays);
  return {
    pays: paid.length > 0,
    evidence: paid.map(
      ({ name, paid: times, episodes, best }) =>
        `${name}: paid in ${times} of ${episodes} episodes, at most ${String(best)}`,
    ),
  };
}

/** Whether anything could be seen: an environment that breaks each time shows nothing. */
function played(id: Cheat['check'], cheats: readonly PlayedCheat[]): boolean {
  return cheats.some(
    ({ cheat, played: runs }) => cheat.check === id && runs.some(({ broken }) => broken === null),
  );
}

function verifierDeterminism(oracle: PlayedRewards['oracle'], cheats: readonly PlayedCheat[]): Finding {
  const id = 'verifier_determinism';
  const pairs = oracle.filter(([first, second]) => first.broken === null && second.broken === null);
  if (pairs.length === 0) {
    return { id, verdict: 'not_checked', measured: cheats.length === 0 ? 'nothing was played' : NO_ORACLE };
  }
  const other = pairs.filter(([first, second]) => Math.abs((first.total ?? 0) - (second.total ?? 0)) > EQUAL);
  return {
    id,
    verdict: other.length === 0 ? 'pass' : 'fail',
    measured: `${pairs.length - other.length} of ${pairs.length} solutions earned the same twice`,
    evidence: other
      .map(([first, second]) => `${String(first.total)} and ${String(second.total)}`)
      .slice(0, 10),
    remediation: 'Score by the state and the answer alone, without chance, time or a model that varies.',
  };
}

function reachability(best: readonly number[], floor: number): Finding {
  const id = 'reward_reachability';
  if (best.length === 0) return { id, verdict: 'not_checked', measured: NO_ORACLE };
  const reached = best.filter((total) => total > floor + FLOOR_MARGIN).length;
  return {
    id,
    verdict: reached === best.length ? 'pass' : 'fail',
    measured: `${reached} of ${best.length} solutions earn more than doing nothing`,
    remediation: 'Leave out tasks that nothing solves: they teach nothing.',
  };
}

function variance(best: readonly number[]): Finding {
  const id = 'variance_bound';
  if (best.length < 2) return { id, verdict: 'not_checked', measured: NO_ORACLE };
  const spread = Math.max(...best) - Math.min(...best);
  return {
    id,
    verdict: spread <= FLOOR_MARGIN ? 'pass' : 'fail',
    measured: `solutions earn ${Math.min(...best)} to ${Math.max(...best)}`,
    remediation: 'Pay every solved task the same, or say why one is worth less.',
  };
}

/** Whether a cheat earns a part, though not all of it. */
function gameability(cheats: readonly PlayedCheat[], best: readonly number[]): Finding {
  const top = best.length === 0 ? 1 : Math.max(...best);
  const partly = cheats.filter(
    ({ best: most, isLuck, pays }) => !pays && !isLuck && most !== null && most > FLOOR_MARGIN * top,
  );
  return {
    id: 'gameability_gap',
    verdict: cheats.length === 0 ? 'not_checked' : partly.length === 0 ? 'pass' : 'fail',
    measured: `${partly.length} ways to cheat earn a part of the reward`,
    evidence: partly.map(({ name, best: most }) => `${name}: ${String(most)}`),
    remediation: 'Pay for parts only what doing nothing and cheating don’t get.',
  };
}
