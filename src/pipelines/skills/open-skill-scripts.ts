import { type Policy, reuseSandboxes } from '../../environments/index.js';
import { createSandbox } from '../../sandbox/index.js';
import type { UsableSkill } from './match-skill.js';
import { skillPolicyWith } from './skill-policy.js';

/** Skills with sandboxes for their scripts, which many episodes share. */
export interface SkillScripts {
  /** A policy that tries the skills before another one. */
  readonly decorate: (policy: Policy) => Policy;
  readonly close: () => Promise<void>;
}

/** Opens what the scripts of skills run in. @throws {MettleError} as `createSandbox`. */
export async function openSkillScripts(skills: readonly UsableSkill[]): Promise<SkillScripts> {
  const sandbox = await createSandbox();
  const sandboxes = reuseSandboxes(sandbox);
  return {
    decorate: (fallback) => skillPolicyWith(skills, { fallback, sandboxes }),
    close: async () => {
      await sandboxes.close();
      await sandbox.close();
    },
  };
}
