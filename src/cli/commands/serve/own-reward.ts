import { listed } from '../../../core/internal.js';
import type { RewardFunction } from '../../../gym/index.js';
import { usageError } from '../../parse-option.js';
import { importOwnModule } from '../own-world/import-own-module.js';

/**
 * Loads a reward function that the user wrote: a module whose export `reward`, or default export, is one, made with `makeRewardFn` or
 * `makeCodeRewardFn` or by hand. It runs in this process, with the rights of the user.
 *
 * @throws {MettleError} `cli/usage` for a file that is missing, can't be loaded or exports something else.
 */
export async function loadOwnReward(path: string, shown: string): Promise<RewardFunction> {
  const { exported } = await importOwnModule(path, shown, { what: 'reward function', flag: '--reward' });
  const reward = exported.reward ?? exported.default;
  if (typeof reward === 'function') return reward as RewardFunction;
  const names = Object.keys(exported).sort();
  const has = names.length === 0 ? 'It exports nothing' : `It exports ${listed(names)}`;
  throw usageError(
    `${shown} exports no reward function. ${has}; add: export const reward = async ({ completions }) => completions.map(…).`,
  );
}
