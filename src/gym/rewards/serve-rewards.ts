import { defineOptions, type JsonObject, option } from '../../core/index.js';
import { packageVersion } from '../../core/internal.js';
import type { RewardFunction } from '../reward-call.js';
import { listenHttp } from '../serving/http-listener.js';
import { rewardRoutes } from './reward-routes.js';

/** How {@link serveRewards} serves. */
export interface ServeRewardsOptions {
  /** Scores batches of replies. */
  readonly reward: RewardFunction;
  /** What logs call it. Default `rewards`. */
  readonly name?: string;
  /** Rows to train on that clients can list: a prompt, and what tells the reward function which row it is. Default: none. */
  readonly tasks?: readonly JsonObject[];
  /** Batches that are scored at once; others wait. Default 2. */
  readonly batches?: number;
  /** Address to listen on. Any but this machine's own needs a token. Default `127.0.0.1`. */
  readonly host?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** What clients have to send as `Authorization: Bearer TOKEN` or `X-API-Key: TOKEN`. Default: nothing is asked for. */
  readonly token?: string;
  /** Bytes of a request. Default 64,000,000. */
  readonly maxMessageBytes?: number;
}

const checkOptions = defineOptions<ServeRewardsOptions>()('serveRewards', {
  reward: option.required(option.callback),
  name: option.text,
  tasks: option.list(option.record),
  batches: option.wholeNumber(1),
  host: option.text,
  port: option.wholeNumber(0),
  token: option.string,
  maxMessageBytes: option.wholeNumber(1),
});

/** Rewards that are being served. */
export interface RewardServing extends AsyncDisposable {
  /** `http://HOST:PORT`. */
  readonly url: string;
  readonly name: string;
  /** Takes no more requests and gives up what is being scored. Twice is fine. */
  close(): Promise<void>;
}

/**
 * Serves a reward function to trainers in Python: `mettle serve --python FILE` writes the client. A batch whose client
 * goes away is given up.
 *
 * `POST /score` takes `{completions, prompts?, columns?}` and answers `{rewards, unscored}`: a number or null for each completion, and why each
 * null is one.
 *
 * @example
 * ```ts
 * import { serveRewards } from 'mettle/gym';
 *
 * const serving = await serveRewards({ reward: async ({ completions }) => completions.map((text) => (text === '42' ? 1 : 0)) });
 * const body = JSON.stringify({ completions: ['42', '43'] });
 * console.log(await (await fetch(`${serving.url}/score`, { method: 'POST', body })).text()); // → {"rewards":[1,0],"unscored":[]}
 * await serving.close();
 * ```
 * @throws {MettleError} `core/invalid_option`, `gym/cannot_listen`, `gym/token_needed`.
 */
export async function serveRewards(options: ServeRewardsOptions): Promise<RewardServing> {
  const given = checkOptions(options);
  const { reward, name = 'rewards', tasks = [], batches = 2 } = given;
  const { host = '127.0.0.1', port = 0, token, maxMessageBytes: maxBytes = 64_000_000 } = given;
  const routes = rewardRoutes({ name, version: packageVersion(), reward, batches, tasks });
  const listener = await listenHttp({ host, port, token: token ?? null, maxBytes, routes });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= listener.close();
    return closing;
  };
  return { url: listener.url, name, close, [Symbol.asyncDispose]: close };
}
