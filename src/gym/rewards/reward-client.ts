import { readFileSync } from 'node:fs';
import { packageVersion } from '../../core/internal.js';

/**
 * The source of `mettle_reward.py`, the client for trainers in Python. It needs Python 3.9 and nothing else: `reward_function` for what
 * {@link serveRewards} serves, `environment` for TRL's `environment_factory` for what `serveOpenEnv` serves, and `tasks` for the rows to train on.
 */
export function rewardClient(): string {
  const source = readFileSync(new URL('./python/mettle_reward.py', import.meta.url), 'utf8');
  return source.replace('VERSION', packageVersion());
}
