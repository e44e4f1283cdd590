import type { Json, JsonObject } from '../../core/index.js';
import { type OptionKinds, option } from '../../core/index.js';

/** A server that is started as a process and spoken to over its standard input and output. */
export interface McpProcess {
  readonly command: string;
  readonly args?: readonly string[];
  /**
   * What the process finds in its environment besides `HOME`, `LOGNAME`, `PATH`, `SHELL`, `TERM` and `USER`. Nothing
   * else of ours is handed over: name what the server needs, keys among it.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder it starts in. Default: ours. */
  readonly cwd?: string;
}

/** The kinds of {@link McpProcess}. */
export const MCP_PROCESS: OptionKinds<McpProcess> = {
  command: option.string,
  args: option.list(option.string),
  env: option.record,
  cwd: option.string,
};

/** A server that is reached over streamable HTTP. */
export interface McpAddress {
  readonly url: string | URL;
  /** Sent with each request, for example `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Who gets tokens and renews them: an `AuthProvider` of the package `@modelcontextprotocol/client`, such as its
   * `ClientCredentialsProvider`, or an `OAuthClientProvider` of yours. It is handed to that package as it is.
   */
  readonly authProvider?: object;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The kinds of {@link McpAddress}. */
export const MCP_ADDRESS: OptionKinds<McpAddress> = {
  url: option.any,
  headers: option.record,
  authProvider: option.any,
  fetch: option.any,
};

/** What a server wants to know from the person in mid-call. Its words are those of the server: show them as such. */
export interface McpInputRequest {
  /** The server's own words, with control characters made visible. */
  readonly message: string;
  /** JSON Schema of the answer: a flat object. */
  readonly schema: JsonObject;
  /** Aborts when the call does. */
  readonly signal: AbortSignal;
}

/** What the person says to an {@link McpInputRequest}. */
export type McpInputAnswer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, Json>> }
  | { readonly action: 'decline' | 'cancel' };

/** How {@link McpProcess} or {@link McpAddress} is used. */
export interface McpOptions {
  /**
   * Set before each tool's name, with an underscore between, to keep tools of two servers apart. Two names can
   * still be equal (`b_c` behind `a`, `c` behind `a_b`); `toolSet` then refuses them. Default: nothing.
   */
  readonly prefix?: string;
  /** The tools to take, by the server's own names. Default: all. */
  readonly allow?: readonly string[];
  /**
   * Tools, by the server's own names, that may be called again after a lost connection because calling twice does no more
   * than calling once. What the server itself says of that is not believed. Default: none.
   */
  readonly idempotent?: readonly string[];
  /** Seconds for each call. Default 60. */
  readonly timeoutSeconds?: number;
  /** Seconds for connecting and listing. Default 30. */
  readonly connectTimeoutSeconds?: number;
  /**
   * Whether a call after a lost connection connects again. False where a server that forgot everything is worse than
   * none: such calls then fail. Default true.
   */
  readonly reconnect?: boolean;
  /** Answers what a server asks in mid-call. Without it, servers are told that nobody can be asked. */
  readonly onInputRequest?: (request: McpInputRequest) => Promise<McpInputAnswer> | McpInputAnswer;
}

/** The kinds of {@link McpOptions}. */
export const MCP_OPTIONS: OptionKinds<McpOptions> = {
  prefix: option.string,
  allow: option.list(option.string),
  idempotent: option.list(option.string),
  timeoutSeconds: option.limit,
  connectTimeoutSeconds: option.limit,
  reconnect: option.boolean,
  onInputRequest: option.callback,
};
