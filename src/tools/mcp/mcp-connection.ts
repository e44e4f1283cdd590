import type {
  AuthProvider,
  Client,
  OAuthClientProvider,
  PriorDiscovery,
  Transport,
} from '@modelcontextprotocol/client';
import {
  endOf,
  errorMessage,
  LONGEST_TIMER,
  orAborted,
  packageVersion,
  startDeadline,
  timerMilliseconds,
} from '../../core/internal.js';
import { toolError } from '../error-codes.js';
import { type ClientPackage, loadClient } from '../load-mcp-package.js';
import { boundedFetch } from './bounded-fetch.js';
import { boundedSchemaValidator } from './bounded-schema-validator.js';
import { foreignText } from './foreign-text.js';
import { answerInputRequest } from './input-requests.js';
import type { McpAddress, McpOptions, McpProcess } from './mcp-server.js';
import { keepTaskResults, TASKS_EXTENSION } from './task-results.js';

/** Characters of a process's error output that are kept for an error message. */
const MAX_STDERR = 500;
/** Milliseconds that the client itself waits: longer than any of our own limits. */
export const NO_TIMEOUT: number = LONGEST_TIMER;

/** The last words of a server, for the message that says it is gone. */
interface Diagnosis {
  stderr: string;
}

/** The connection to one server: made on first use, and made again after it was lost. */
export class McpConnection {
  readonly #server: McpProcess | McpAddress;
  readonly #options: McpOptions;
  readonly #closing = new AbortController();
  /** What the server spoke last: it is not asked again. */
  #prior: PriorDiscovery | undefined;
  #open: Promise<Client> | null = null;
  /** Whether there was a connection that may have been lost since. */
  #connected = false;

  constructor(server: McpProcess | McpAddress, options: McpOptions) {
    this.#server = server;
    this.#options = options;
  }

  /** The client, connected. Who waits for it with an own signal does so outside: others may wait too. */
  client(): Promise<Client> {
    if (this.#closing.signal.aborted) {
      throw toolError('mcp_closed', 'The connection to this MCP server was closed.');
    }
    if (this.#open === null && this.#connected && this.#options.reconnect === false) {
      throw toolError('mcp_lost', `The connection to the MCP server ${this.#name()} was lost.`);
    }
    this.#open ??= this.#connect().catch((error: unknown) => {
      this.#open = null;
      throw error;
    });
    return this.#open;
  }

  /** The next call connects anew. */
  async drop(client: Client): Promise<void> {
    if ((await this.#open?.catch(() => null)) === client) this.#open = null;
    await client.close().catch(() => {});
  }

  /** Ends the connection, and the process if there is one. Twice is fine. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('closed'));
    const client = await this.#open?.catch(() => null);
    this.#open = null;
    await client?.close().catch(() => {});
  }

  async #connect(): Promise<Client> {
    const clientPackage = await loadClient();
    const diagnosis: Diagnosis = { stderr: '' };
    const client = this.#newClient(clientPackage);
    const transport = keepTaskResults(this.#newTransport(clientPackage, diagnosis));
    const limit = startDeadline(connectSeconds(this.#options), this.#closing.signal);
    const prior = this.#prior;
    this.#prior = undefined;
    const connecting = client.connect(transport, {
      timeout: NO_TIMEOUT,
      signal: limit.signal,
      ...(prior === undefined ? {} : { prior }),
    });
    try {
      await orAborted(connecting, limit.signal);
      const discover = client.getDiscoverResult();
      this.#prior = discover === undefined ? { kind: 'legacy' } : { kind: 'modern', discover };
      client.onclose = () => {
        this.#open = null;
      };
      this.#connected = true;
      return client;
    } catch (error) {
      await transport.close().catch(() => {});
      // It may have been about to start the process.
      void connecting.catch(() => {}).then(() => transport.close().catch(() => {}));
      const last = diagnosis.stderr.trim();
      const words = last === '' ? '' : ` It wrote: ${foreignText(last)}`;
      throw toolError(
        'mcp_unreachable',
        `The MCP server ${this.#name()} cannot be reached: ${foreignText(errorMessage(error), 500)}.${words} Check its command or address.`,
        { cause: error },
      );
    } finally {
      limit.end();
    }
  }

  #newClient({ main }: ClientPackage): Client {
    const { onInputRequest } = this.#options;
    const client = new main.Client(
      { name: 'mettle', version: packageVersion() },
      {
        capabilities: {
          extensions: { [TASKS_EXTENSION]: {} },
          ...(onInputRequest === undefined ? {} : { elicitation: { form: {} } }),
        },
        versionNegotiation: {
          mode: 'auto',
          probe: { timeoutMs: timerMilliseconds(connectSeconds(this.#options)) / 2 },
        },
        // The client's own compiles a schema to code and runs its patterns with backtracking; a server may be hostile.
        jsonSchemaValidator: { getValidator: boundedSchemaValidator },
      },
    );
    if (onInputRequest === undefined) return client;
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
      answerInputRequest(params, onInputRequest, mcpReq.signal),
    );
    return client;
  }

  #newTransport({ main, stdio }: ClientPackage, diagnosis: Diagnosis): Transport {
    const server = this.#server;
    if ('url' in server) {
      return new main.StreamableHTTPClientTransport(new URL(server.url), {
        fetch: boundedFetch(server.fetch ?? globalThis.fetch),
        requestInit: { headers: { ...server.headers } },
        ...(server.authProvider === undefined
          ? {}
          : { authProvider: server.authProvider as AuthProvider | OAuthClientProvider }),
      });
    }
    const transport = new stdio.StdioClientTransport({
      command: server.command,
      args: [...(server.args ?? [])],
      env: { ...server.env },
      stderr: 'pipe',
      ...(server.cwd === undefined ? {} : { cwd: server.cwd }),
    });
    transport.stderr?.on('data', (chunk: Buffer) => {
      diagnosis.stderr = endOf(diagnosis.stderr + chunk.toString('utf8'), MAX_STDERR);
    });
    return transport;
  }

  #name(): string {
    const server = this.#server;
    return 'url' in server ? new URL(server.url).origin : JSON.stringify(server.command);
  }
}

/** Seconds for connecting, and for listing. */
export function connectSeconds({ connectTimeoutSeconds = 30 }: McpOptions): number {
  return connectTimeoutSeconds;
}
