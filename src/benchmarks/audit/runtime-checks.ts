import { canonicalJson, isJsonObject, type JsonObject, RandomStream } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { Finding } from './audit-report.js';
import type { AuditPlace, AuditTarget } from './audit-target.js';
import { doAll, type Playthrough, playThrough } from './play-through.js';
import { answers, touches } from './sample-actions.js';

/** Characters of one argument that an environment has to bear. */
const LONG_ARGUMENT = 200_000;
/** Characters that an observation may have. */
const LONG_OBSERVATION = 2_000_000;

/** What resets, seeds, episodes and declarations of an environment hold. */
export async function runtimeChecks(
  target: AuditTarget,
  places: readonly [AuditPlace, ...AuditPlace[]],
): Promise<readonly Finding[]> {
  const [place] = places;
  const actions = await usualActions(target, place);
  const first = await playThrough(target, place, doAll(actions));
  if (first.broken !== null) {
    return [
      {
        id: 'startup',
        verdict: 'fail',
        measured: 'the first episode broke',
        evidence: [first.broken],
        remediation: 'Make reset and step answer.',
      },
    ];
  }
  const second = await playThrough(target, place, doAll(actions));
  return [
    { id: 'startup', verdict: 'pass', measured: 'an episode began' },
    observationSchema([first, second]),
    stateContract(first),
    await toolDeclarations(target, place),
    await taskDeclarations(target, places),
    await seedControl(target, place, actions, first),
    same(
      'episode_determinism',
      first,
      second,
      'Draw whatever is left to chance from the seed of reset alone.',
    ),
    await isolation(target, place, actions, first),
    await bounds(target, place),
  ];
}

/** Some calls and an answer, the same in every episode. */
async function usualActions(target: AuditTarget, place: AuditPlace): Promise<readonly JsonObject[]> {
  const { first } = await playThrough(target, place, async () => undefined);
  const random = new RandomStream(11, 'audit/usual');
  return [
    ...touches(target, first, random),
    ...touches(target, first, random),
    ...answers(target, 'unsure'),
  ].slice(0, 40);
}

function observationSchema(runs: readonly Playthrough[]): Finding {
  const texts = runs.flatMap(({ first, steps }) => [first, ...steps.map(({ text }) => text)]);
  const isEmpty = runs.some(({ first }) => first.trim() === '');
  const long = texts.filter((text) => text.length > LONG_OBSERVATION).length;
  return {
    id: 'observation_schema',
    verdict: isEmpty || long > 0 ? 'fail' : 'pass',
    measured: isEmpty ? 'reset shows nothing' : `${texts.length} observations, ${long} of them too long`,
    remediation: 'Show the task in the first observation, and bound what a step shows.',
  };
}

function stateContract({ state, steps }: Playthrough): Finding {
  const id = 'state_contract';
  if (!isJsonObject(state) || typeof state.step_count !== 'number') {
    return {
      id,
      verdict: state === null ? 'not_checked' : 'fail',
      measured: 'the state has no step_count',
      remediation: 'Give episode_id and step_count as the state.',
    };
  }
  const isCounted = state.step_count > 0 && state.step_count <= steps.length;
  return {
    id,
    verdict: isCounted || steps.length === 0 ? 'pass' : 'fail',
    measured: `step_count is ${state.step_count} after ${steps.length} actions`,
    remediation: 'Count the steps of the episode, and begin at 0 with each reset.',
  };
}

async function toolDeclarations(target: AuditTarget, place: AuditPlace): Promise<Finding> {
  const id = 'tool_declaration_accuracy';
  if (target.tools.length === 0) return { id, verdict: 'not_checked', measured: 'it declares no tools' };
  const unknown = 'no_such_tool_of_this_audit';
  const calls = target.tools.map(({ name }) => ({ tool: name, arguments: {} }));
  const missing: string[] = [];
  for (const call of calls.slice(0, 50)) {
    const { steps, broken } = await playThrough(target, place, doAll([call]));
    if (broken !== null) missing.push(`${call.tool}: ${broken}`);
    else if (/unknown tool|no such tool|tool_not_found|tool not found/i.test(steps[0]?.text ?? ''))
      missing.push(call.tool);
  }
  const { steps } = await playThrough(target, place, doAll([{ tool: unknown, arguments: {} }]));
  const reward = steps[0]?.reward;
  const isPaid = typeof reward === 'number' && reward > 0;
  return {
    id,
    verdict: missing.length > 0 || isPaid ? 'fail' : 'pass',
    measured: `${calls.length - missing.length} of ${calls.length} declared tools answer${isPaid ? ', and an undeclared one is paid' : ''}`,
    evidence: missing.slice(0, 10),
    remediation: 'Declare just the tools that there are, and refuse others.',
  };
}

async function taskDeclarations(target: AuditTarget, places: readonly AuditPlace[]): Promise<Finding> {
  const id = 'task_declaration_accuracy';
  if (!target.hasTasks || places.length < 2)
    return { id, verdict: 'not_checked', measured: 'it lists no tasks' };
  const firsts: string[] = [];
  for (const place of places) firsts.push((await playThrough(target, place, async () => undefined)).first);
  const different = new Set(firsts).size;
  return {
    id,
    verdict: different === firsts.length ? 'pass' : 'fail',
    measured: `${different} of ${firsts.length} tasks read differently`,
    remediation: 'List each task once.',
  };
}

async function seedControl(
  target: AuditTarget,
  place: AuditPlace,
  actions: readonly JsonObject[],
  known: Playthrough,
): Promise<Finding> {
  const id = 'seed_control';
  for (const more of [1, 2, 3]) {
    const other = await playThrough(target, { ...place, seed: place.seed + more }, doAll(actions));
    if (other.broken !== null) {
      return {
        id,
        verdict: 'fail',
        measured: `the seed ${place.seed + more} breaks it`,
        evidence: [other.broken],
        remediation: 'Take every seed from 0.',
      };
    }
    if (differences(known, other).length > 0) {
      return { id, verdict: 'pass', measured: 'another seed gives another episode' };
    }
  }
  return {
    id,
    verdict: 'not_checked',
    measured: 'four seeds give the same episode: nothing is left to chance in it, or the seed is not used',
  };
}

/** Another episode is played in the middle of this one, and has to leave no trace. */
async function isolation(
  target: AuditTarget,
  place: AuditPlace,
  actions: readonly JsonObject[],
  known: Playthrough,
): Promise<Finding> {
  const id = 'episode_isolation';
  let seen: Playthrough;
  try {
    seen = await playThrough(target, place, async (act) => {
      for (const [index, action] of actions.entries()) {
        if (index < 3) await playThrough(target, place, doAll(actions.toReversed()));
        if ((await act(action)) === null) return;
      }
    });
  } catch (error) {
    return { id, verdict: 'error', measured: errorMessage(error) };
  }
  if (seen.broken !== null && /capacity/i.test(seen.broken)) {
    return { id, verdict: 'not_checked', measured: 'it takes one session at a time' };
  }
  return same(id, known, seen, 'Give each session a world of its own, made anew by reset.');
}

async function bounds(target: AuditTarget, place: AuditPlace): Promise<Finding> {
  const long = 'x'.repeat(LONG_ARGUMENT);
  const actions = [
    ...answers(target, long),
    ...(target.tools.length === 0
      ? []
      : [{ tool: target.tools[0]?.name ?? '', arguments: { ['x'.repeat(1000)]: long } }]),
  ];
  const breaking: string[] = [];
  for (const action of actions) {
    const { broken } = await playThrough(target, place, doAll([action]));
    if (broken !== null) breaking.push(broken);
  }
  return {
    id: 'resource_bounds',
    verdict: breaking.length === 0 ? 'pass' : 'fail',
    measured: `${actions.length - breaking.length} of ${actions.length} long arguments were answered`,
    evidence: breaking.slice(0, 5),
    remediation: 'Answer arguments that are too long with an error, and keep the session.',
  };
}

/** Whether two episodes with the same actions went the same way. */
export function same(id: string, first: Playthrough, second: Playthrough, remediation: string): Finding {
  const found = differences(first, second);
  return {
    id,
    verdict: found.length === 0 ? 'pass' : 'fail',
    measured:
      found.length === 0
        ? `${first.steps.length} actions gave the same twice`
        : 'the same actions gave something else',
    evidence: found.slice(0, 5),
    remediation,
  };
}

function differences(first: Playthrough, second: Playthrough): readonly string[] {
  if (second.broken !== null) return [second.broken];
  return [
    ...(first.first === second.first ? [] : ['the first observation']),
    ...first.steps.flatMap((step, index) => {
      const other = second.steps[index];
      const isSame =
        other !== undefined &&
        other.text === step.text &&
        other.done === step.done &&
        canonicalJson(other.reward ?? null) === canonicalJson(step.reward ?? null);
      return isSame ? [] : [`action ${index + 1}`];
    }),
  ];
}
