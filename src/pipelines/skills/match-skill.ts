import type { Json } from '../../core/index.js';
import type { TaskBrief } from '../../environments/index.js';
import { matchTemplate } from './prompt-template.js';
import type { SkillCandidate } from './skill-candidate.js';
import { instructionsHash, toolsHash } from './skill-world.js';

/** What of a skill is needed to use it. */
export type UsableSkill = Pick<
  SkillCandidate,
  'name' | 'world' | 'requests' | 'asides' | 'inputs' | 'script'
>;

/** The inputs of a skill that a request has, by name; null where it asks for something else. */
export function skillInputs(skill: UsableSkill, prompt: string): Readonly<Record<string, Json>> | null {
  const asides = new Set(skill.asides);
  for (const { template, inputs } of skill.requests) {
    const values = matchTemplate(template, prompt, asides);
    if (values === null) continue;
    return Object.fromEntries(skill.inputs.map((name, index) => [name, values[inputs[index] ?? -1] ?? null]));
  }
  return null;
}

/** Whether an agent is in the world that a skill is for: the same tools, and the same to go by. */
export function isInWorld({ world }: UsableSkill, { tools, instructions }: TaskBrief): boolean {
  return toolsHash(tools) === world.toolsHash && instructionsHash(instructions) === world.instructionsHash;
}

/** The name of a skill's function. */
export function functionName({ name }: Pick<UsableSkill, 'name'>): string {
  return name.replaceAll('-', '_');
}
