import { MettleError } from '../core/index.js';

/** Where code is executed in a sandbox: an engine by name, or `auto` for the first that this machine can run. */
export type SandboxTier = 'monty' | 'cpython' | 'docker' | 'auto';

/**
 * How far a requirement goes. `static` reads the code and runs nothing; the sandbox tiers run it where it can do no
 * harm; `local_unsafe` runs it with `python3` on this host, unconfined: with the user's files, environment and
 * network.
 */
export type Tier = 'static' | SandboxTier | 'local_unsafe';

/** All tiers, the least capable first. */
export const TIERS: readonly Tier[] = ['static', 'monty', 'cpython', 'docker', 'auto', 'local_unsafe'];

/** The tiers that run code in a sandbox. */
export const SANDBOX_TIERS: readonly SandboxTier[] = ['monty', 'cpython', 'docker', 'auto'];

/** The tier that was named. @throws {MettleError} `requirements/unknown_tier` listing the tiers. */
export function checkTier(tier: unknown): Tier {
  const known = TIERS.find((candidate) => candidate === tier);
  if (known !== undefined) return known;
  throw new MettleError({
    code: 'requirements/unknown_tier',
    message: `No tier is named ${JSON.stringify(tier)}. Use one of ${TIERS.join(', ')}.`,
    details: { tier, tiers: TIERS },
  });
}

/** The sandbox tier that was named. @throws {MettleError} `requirements/unknown_tier` for any other. */
export function checkSandboxTier(tier: unknown): SandboxTier {
  const known = SANDBOX_TIERS.find((candidate) => candidate === tier);
  if (known !== undefined) return known;
  throw new MettleError({
    code: 'requirements/unknown_tier',
    message: `This requirement runs code in a sandbox; ${JSON.stringify(tier)} is none. Use one of ${SANDBOX_TIERS.join(', ')}.`,
    details: { tier, tiers: SANDBOX_TIERS },
  });
}
