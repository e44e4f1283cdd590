import { defineOptions, isJsonObject, type Json, type JsonObject, option } from '../../core/index.js';
import { verifyTrajectory } from '../../evaluation/index.js';
import { type AgentGym, ANSWER_TOOL, type GymAction, type GymEpisode } from '../../gym/index.js';
import type { Trajectory } from '../../records/index.js';
import type { Finding } from './audit-report.js';
import type { AuditEpisode, AuditPlace, AuditTarget } from './audit-target.js';

/** How {@link auditGym} makes a target. */
export interface AuditGymOptions {
  /** Default: `gym`. */
  readonly name?: string;
  /** Actions that solve the task of a place, in place of the oracle that the task has. */
  readonly oracles?: (place: AuditPlace) => readonly JsonObject[] | null;
}

const checkOptions = defineOptions<AuditGymOptions>()('auditGym', {
  name: option.string,
  oracles: option.callback,
});

/**
 * The tasks of a gym as an audit plays them, each episode in a sibling of it. Oracles are those of its tasks.
 * @throws {MettleError} `core/invalid_option`
 */
export function auditGym(gym: AgentGym, options: AuditGymOptions = {}): AuditTarget {
  const { name = 'gym', oracles } = checkOptions(options);
  let tools: AuditTarget['tools'] = [...gym.tools, ANSWER_TOOL];
  const begin = async ({ seed, index }: AuditPlace): Promise<AuditEpisode> => {
    const task = await gym.tasks.at({ seed, index });
    tools = [...task.environment.tools, ANSWER_TOOL];
    const own = gym.sibling();
    const { observation, state } = await own.reset({ task, index });
    return {
      first: observation,
      metadata: { ...state.task },
      act: async (action) => {
        if (own.done) return { text: 'The episode is over.', reward: null, done: true };
        const step = await own.step(asGymAction(action));
        return { text: step.observation, reward: step.reward, done: step.done };
      },
      state: async () => ({ step_count: own.state().stepsTaken }),
      close: () => own.close(),
    };
  };
  const solved = async ({ seed, index }: AuditPlace): Promise<GymEpisode | null> => {
    const task = await gym.tasks.at({ seed, index });
    if (task.oracle === undefined) return null;
    await using own = gym.sibling();
    return await own.rollout(task.oracle, { task, index });
  };
  return {
    name,
    kind: 'world',
    get tools() {
      return tools;
    },
    actionSchema: null,
    hasTasks: gym.tasks.count !== 1,
    begin,
    oracle: async (place) => {
      const given = oracles?.(place) ?? null;
      if (given !== null) return given;
      const episode = await solved(place);
      return episode === null ? null : actionsOf(episode.trajectory);
    },
    own: async ([place]) => {
      const episode = place === undefined ? null : await solved(place);
      return [
        { id: 'manifest', verdict: 'pass', measured: `the world opens, with ${tools.length - 1} tools` },
        ...(place === undefined ? [] : [await sameTask(gym, place)]),
        ...(episode === null ? [] : await insideChecks(episode, gym)),
      ];
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function asGymAction({ tool, arguments: given }: JsonObject): GymAction {
  return tool === ANSWER_TOOL.name
    ? { answer: isJsonObject(given) ? (given.answer ?? null) : null }
    : { tool: String(tool), arguments: isJsonObject(given) ? given : {} };
}

/** What a record did, as actions. */
function actionsOf({ steps }: Trajectory): readonly JsonObject[] {
  return steps.flatMap((step): readonly JsonObject[] => {
    switch (step.type) {
      case 'tool_call':
        return [{ tool: step.tool, arguments: step.arguments }];
      case 'code_execution':
        return [{ tool: step.tool, arguments: { code: step.code } }];
      case 'final_answer':
        return [{ tool: ANSWER_TOOL.name, arguments: { answer: step.value } }];
      default:
        return [];
    }
  });
}

async function sameTask(gym: AgentGym, { seed, index }: AuditPlace): Promise<Finding> {
  const [first, second] = [await gym.tasks.at({ seed, index }), await gym.tasks.at({ seed, index })];
  const isSame =
    first.task.id === second.task.id &&
    first.task.prompt === second.task.prompt &&
    first.environment.fingerprint === second.environment.fingerprint;
  return {
    id: 'task_distribution_pinning',
    verdict: isSame ? 'pass' : 'fail',
    measured: isSame ? 'seed and place name one task' : 'seed and place name different tasks',
    remediation: 'Draw tasks from the seed alone.',
  };
}

async function insideChecks(
  { trajectory, task }: GymEpisode,
  { hiddenTests }: AgentGym,
): Promise<readonly Finding[]> {
  const { verdict, checks: found } = await verifyTrajectory(trajectory, task.environment, { hiddenTests });
  const checks = trajectory.outcome?.checks ?? [];
  const named: Json = checks.map(({ name }) => name);
  return [
    {
      id: 'trajectory_record',
      verdict,
      measured:
        verdict === 'pass' ? 'the record of a solution runs again as it was' : `the record is ${verdict}`,
      evidence: found.flatMap((each) => (each.verdict === 'pass' ? [] : [`${each.name}: ${each.verdict}`])),
      remediation: 'Let the world depend on its seed and the calls alone.',
    },
    {
      id: 'rubric_introspectable',
      verdict: checks.length > 0 ? 'pass' : 'fail',
      measured: `an outcome has ${checks.length} checks`,
      evidence: [String(named)],
      remediation: 'Give the task an expected answer, goals or invariants.',
    },
    {
      id: 'reward_attribution',
      verdict: checks.length > 0 ? 'pass' : 'fail',
      measured: 'each reward is of checks with names',
      remediation: 'Give the task an expected answer, goals or invariants.',
    },
  ];
}
