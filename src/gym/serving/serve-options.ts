import { type OptionKinds, option } from '../../core/index.js';
import type { AgentGym } from '../agent-gym.js';

/** How a gym is served, by any protocol. */
export interface ServeGymOptions {
  /** Each episode is played in a sibling of it; the caller closes it after the server. */
  readonly gym: AgentGym;
  /** What clients call the environment, in snake_case. Default: the name of the first task's environment. */
  readonly name?: string;
  /** In a sentence. Default: one with the name in it. */
  readonly description?: string;
  /** Tasks of each split, where a generator draws them. Default 100. */
  readonly tasksPerSplit?: number;
  /** Draws a generator's tasks. Default 0. */
  readonly seed?: number;
  /** Address to listen on. Any but this machine's own needs a token. Default `127.0.0.1`. */
  readonly host?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** What clients have to send as `Authorization: Bearer TOKEN` or `X-API-Key: TOKEN`: at least 16 printable characters. Default: nothing is asked for. */
  readonly token?: string;
  /** Sessions at a time, each with a world. Default 128. */
  readonly maxSessions?: number;
  /** Seconds after which a session ends that no connection holds and nobody uses. Default 900. */
  readonly idleTimeoutSeconds?: number;
  /** Bytes of a request or a frame. Default 8,000,000. */
  readonly maxMessageBytes?: number;
}

/** The kinds of {@link ServeGymOptions}, for `defineOptions`. */
export const SERVE_OPTIONS: OptionKinds<ServeGymOptions> = {
  gym: option.required(option.object),
  name: option.text,
  description: option.words,
  tasksPerSplit: option.wholeNumber(1),
  seed: option.integer,
  host: option.text,
  port: option.wholeNumber(0),
  token: option.string,
  maxSessions: option.wholeNumber(1),
  idleTimeoutSeconds: option.seconds,
  maxMessageBytes: option.wholeNumber(1),
};

/** A gym that is being served. */
export interface GymServing extends AsyncDisposable {
  /** `http://HOST:PORT`. */
  readonly url: string;
  /** What clients call the environment. */
  readonly name: string;
  /** Sessions that there are now. */
  readonly sessions: number;
  readonly maxSessions: number;
  /** How many tasks each split has: fewer than asked for where there are no more. */
  readonly splits: readonly { readonly name: string; readonly count: number }[];
  /** Takes no more requests, gives up what is played, and frees every world. Twice is fine. */
  close(): Promise<void>;
}
