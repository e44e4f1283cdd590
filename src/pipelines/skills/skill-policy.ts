import { contentHash, defineOptions, type Json, option } from '../../core/index.js';
import { oneLine } from '../../core/internal.js';
import {
  type Actor,
  type Policy,
  type ReusedSandboxes,
  reuseSandboxes,
  type TaskBrief,
} from '../../environments/index.js';
import {
  createSandbox,
  type HostFunctions,
  type PythonValue,
  pythonValueToJson,
  type Sandbox,
  splitArguments,
} from '../../sandbox/index.js';
import { isPythonName } from '../../sandbox/internal.js';
import { functionName, isInWorld, skillInputs, type UsableSkill } from './match-skill.js';

/** What {@link skillPolicy} takes. */
export interface SkillPolicyOptions {
  /** The first one that a request asks for is used. */
  readonly skills: readonly UsableSkill[];
  /** Plays what no skill is for, and goes on where a skill fails, in the world as it is then. Default: gives up. */
  readonly fallback?: Policy;
  /** Scripts run in forks of it. Default: one that is opened for each episode. */
  readonly sandbox?: Sandbox;
}

const checkOptions = defineOptions<SkillPolicyOptions>()('skillPolicy', {
  skills: option.required(option.list(option.object)),
  fallback: option.object,
  sandbox: option.object,
});

/** Changes when the policy acts otherwise. */
const SKILL_POLICY_VERSION = 1;

/**
 * Plays a task by the skill that it asks for: the script runs in a sandbox, and its calls are made and recorded like any others, so that
 * the record proves itself by replay. No model is asked. What a request says in a slot is handed over as data.
 */
export function skillPolicy(options: SkillPolicyOptions): Policy {
  const { skills, fallback, sandbox } = checkOptions(options);
  return skillPolicyWith(skills, {
    fallback,
    sandboxes: sandbox === undefined ? null : reuseSandboxes(sandbox),
  });
}

/** {@link skillPolicy} in sandboxes that other episodes use, too; null opens one for each episode. */
export function skillPolicyWith(
  skills: readonly UsableSkill[],
  {
    fallback,
    sandboxes,
  }: { readonly fallback: Policy | undefined; readonly sandboxes: ReusedSandboxes | null },
): Policy {
  const scripts = skills.map(skillHash);
  return {
    name: fallback === undefined ? 'skills' : `skills, else ${fallback.name}`,
    version: contentHash({ version: SKILL_POLICY_VERSION, scripts, fallback: fallback?.version ?? null }),
    ...(fallback?.model === undefined ? {} : { model: fallback.model }),
    async play(brief, actor) {
      const found = findSkill(skills, brief);
      if (found === null) return fallback?.play(brief, actor);
      actor.plan(`Use the skill ${found.skill.name}.`);
      const own = sandboxes === null ? await createSandbox() : await sandboxes.openSandbox();
      let problem: string | null;
      try {
        problem = await runSkill(found, own, brief, actor);
      } finally {
        await (sandboxes === null ? own.close() : sandboxes.closeSandbox(own));
      }
      if (problem === null) return;
      actor.think(`The skill ${found.skill.name} does not fit here: ${problem}`);
      await fallback?.play(brief, actor);
    },
  };
}

/** Changes when a skill acts otherwise, or for other requests. */
export function skillHash({ name, script, requests }: UsableSkill): string {
  return contentHash([name, script, requests as unknown as Json]);
}

interface FoundSkill {
  readonly skill: UsableSkill;
  readonly inputs: Readonly<Record<string, Json>>;
}

function findSkill(skills: readonly UsableSkill[], brief: TaskBrief): FoundSkill | null {
  for (const skill of skills) {
    if (!isInWorld(skill, brief)) continue;
    const inputs = skillInputs(skill, brief.prompt);
    if (inputs !== null) return { skill, inputs };
  }
  return null;
}

/** Runs a skill and answers with what it gives; what went wrong, in one line, where it gave nothing. */
async function runSkill(
  { skill, inputs }: FoundSkill,
  sandbox: Sandbox,
  { tools, signal }: TaskBrief,
  actor: Actor,
): Promise<string | null> {
  /** What ended the episode, which no script can catch. */
  const ended: { error: unknown }[] = [];
  const functions: HostFunctions = Object.fromEntries(
    tools
      .filter(({ name }) => isPythonName(name))
      .map(({ name }) => [name, (...given: PythonValue[]) => callTool(actor, name, given, ended)]),
  );
  const result = await sandbox.run(`${skill.script}\n${functionName(skill)}(**inputs)`, {
    inputs: { inputs: inputs as PythonValue },
    functions,
    ...(signal === undefined ? {} : { signal }),
  });
  signal?.throwIfAborted();
  const [end] = ended;
  if (end !== undefined) throw end.error;
  if (result.error !== null) return oneLine(`${result.error.type}: ${result.error.message}`);
  actor.answer(pythonValueToJson(result.value));
  return null;
}

async function callTool(
  actor: Actor,
  tool: string,
  given: readonly PythonValue[],
  ended: { error: unknown }[],
): Promise<PythonValue> {
  const { named } = splitArguments(given);
  const values = Object.entries(named).map(([name, value]) => [name, pythonValueToJson(value)] as const);
  let observation: Awaited<ReturnType<Actor['call']>>;
  try {
    observation = await actor.call(tool, Object.fromEntries(values));
  } catch (error) {
    ended.push({ error });
    throw error;
  }
  if (observation.status === 'ok') return observation.data as PythonValue;
  throw new Error(observation.content);
}
