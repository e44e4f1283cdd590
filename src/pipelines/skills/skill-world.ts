import { contentHash } from '../../core/index.js';
import type { ToolDefinition, Trajectory } from '../../records/index.js';
import type { SkillWorld } from './skill-candidate.js';

/** Hashes of tools that were met before: a large API has megabytes of schemas, the same in each episode. */
const knownHashes = new WeakMap<readonly ToolDefinition[], string>();

/** The world of a record as its agent saw it. */
export function worldOf({
  environment,
  tools,
  task,
}: Pick<Trajectory, 'environment' | 'tools' | 'task'>): SkillWorld {
  return {
    name: environment.name,
    toolsHash: toolsHash(tools),
    instructionsHash: instructionsHash(task.instructions),
  };
}

/** Content hash of tools as an agent sees them. */
export function toolsHash(tools: readonly ToolDefinition[]): string {
  const known = knownHashes.get(tools);
  if (known !== undefined) return known;
  const hash = contentHash(
    tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
  );
  knownHashes.set(tools, hash);
  return hash;
}

/** Content hash of what an agent has to go by; null where there is nothing. */
export function instructionsHash(instructions: string | undefined): string | null {
  return instructions === undefined || instructions === '' ? null : contentHash(instructions);
}
