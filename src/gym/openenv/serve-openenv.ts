import { defineOptions, option } from '../../core/index.js';
import { packageVersion } from '../../core/internal.js';
import { openServing } from '../serving/open-serving.js';
import { type GymServing, SERVE_OPTIONS, type ServeGymOptions } from '../serving/serve-options.js';
import { httpRoutes } from './http-routes.js';
import { serveEpisodes, serveRpc } from './sockets.js';

/** How {@link serveOpenEnv} serves. */
export interface ServeOpenEnvOptions extends ServeGymOptions {
  /** `production` leaves out `/reset`, `/step`, `/state` and `/fork` over HTTP. Default `simulation`. */
  readonly mode?: 'simulation' | 'production';
}

const checkServeOpenEnvOptions = defineOptions<ServeOpenEnvOptions>()('serveOpenEnv', {
  ...SERVE_OPTIONS,
  mode: option.oneOf(['simulation', 'production']),
});

/**
 * Serves a gym by the protocol of OpenEnv 0.10: its Python clients play in it, and `openenv validate` passes it. A session
 * has a world of its own, and can branch in mid-episode.
 *
 * @throws {MettleError} `core/invalid_option`, `gym/no_task`, `gym/cannot_listen`, `gym/token_needed`; what drawing the first
 *   task throws.
 * @example
 * ```ts
 * import { createSqlTaskGenerator, sampleShop } from 'mettle/generation';
 * import { AgentGym, serveOpenEnv } from 'mettle/gym';
 *
 * const gym = new AgentGym({ generator: await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) }) });
 * const serving = await serveOpenEnv({ gym });
 * console.log(await (await fetch(`${serving.url}/health`)).text()); // → {"status":"healthy"}
 * await serving.close();
 * await gym.close();
 * ```
 */
export async function serveOpenEnv(options: ServeOpenEnvOptions): Promise<GymServing> {
  const { mode = 'simulation' } = checkServeOpenEnvOptions(options);
  // The library of WebSockets reads variables of the environment when it is loaded.
  const { openWebSockets } = await import('../serving/web-sockets.js');
  return openServing(options, (gym, sessions, maxBytes) => {
    const sockets = openWebSockets({ maxBytes });
    const isSimulation = mode === 'simulation';
    const context = { gym, sessions, isSimulation };
    return {
      routes: httpRoutes(gym, sessions, { isSimulation, version: packageVersion() }),
      upgrade: (message, socket, head) => {
        const { pathname, searchParams } = new URL(message.url ?? '/', 'http://server');
        if (pathname === '/ws') {
          const id = searchParams.get('session_id');
          sockets.accept(message, socket, head, (opened) => serveEpisodes(opened, id || null, context));
        } else if (pathname === '/mcp') {
          sockets.accept(message, socket, head, (opened) => serveRpc(opened, context));
        } else return false;
        return true;
      },
      close: () => sockets.close(),
    };
  });
}
