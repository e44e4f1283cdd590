import { defineOptions } from '../../core/index.js';
import { packageVersion } from '../../core/internal.js';
import { openServing } from '../serving/open-serving.js';
import { type GymServing, SERVE_OPTIONS, type ServeGymOptions } from '../serving/serve-options.js';
import { orsRoutes, withEnvironment } from './ors-routes.js';

const checkServeOrsOptions = defineOptions<ServeGymOptions>()('serveOrs', SERVE_OPTIONS);

/**
 * Serves a gym by the Open Reward Standard, in the dialect of the Python package `openreward` from 0.1.167 on: TRL trains on it
 * by its `OpenRewardSpec`, with no environment in Python. The reward comes with the answer; it is null where none can be told.
 *
 * @throws {MettleError} `core/invalid_option`, `gym/no_task`, `gym/cannot_listen`, `gym/token_needed`; what drawing the first
 *   task throws.
 * @example
 * ```ts
 * import { createSqlTaskGenerator, sampleShop } from 'mettle/generation';
 * import { AgentGym, serveOrs } from 'mettle/gym';
 *
 * const gym = new AgentGym({ generator: await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) }) });
 * const serving = await serveOrs({ gym, name: 'shop' });
 * console.log(await (await fetch(`${serving.url}/shop/splits`)).text());
 * // → [{"name":"train","type":"train"},{"name":"test","type":"test"}]
 * await serving.close();
 * await gym.close();
 * ```
 */
export async function serveOrs(options: ServeGymOptions): Promise<GymServing> {
  checkServeOrsOptions(options);
  return openServing(options, (gym, sessions) => ({
    routes: orsRoutes(gym, sessions, packageVersion()),
    fallback: (path, search) => withEnvironment(gym, path, search),
  }));
}
