import { defineOptions, isJsonObject, type Json, type JsonObject, option } from '../../core/index.js';
import { exchange } from '../../environments/internal.js';
import type { ToolDefinition } from '../../records/index.js';
import { benchmarkError } from '../error-codes.js';
import type { AuditEpisode, AuditPlace, AuditTarget } from './audit-target.js';
import { connectOpenEnv, RefusedFrame } from './openenv-connection.js';

/** How {@link auditOpenEnv} reaches a server. */
export interface AuditOpenEnvOptions {
  /** `http` or `https`, without a path unless the server has one. */
  readonly url: string;
  /** Sent with each request, such as a token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Actions that solve the episode of a place: the server can't be asked for them. */
  readonly oracles?: (place: AuditPlace) => readonly JsonObject[] | null;
  /** Seconds for the whole audit; what is left then counts as broken. Default 600. */
  readonly timeoutSeconds?: number;
}

const checkOptions = defineOptions<AuditOpenEnvOptions>()('auditOpenEnv', {
  url: option.required(option.string),
  headers: option.record,
  oracles: option.callback,
  timeoutSeconds: option.seconds,
});

/** Tools that are looked at. */
const MOST_TOOLS = 64;

/**
 * An environment behind an OpenEnv address as an audit plays it: a session of its own for each episode. Nothing that the server sends is trusted.
 * @throws {MettleError} `benchmarks/invalid_subject` for an address that is none, or where no OpenEnv server answers; `core/invalid_option`.
 */
export async function auditOpenEnv(options: AuditOpenEnvOptions): Promise<AuditTarget> {
  const { url, headers = {}, oracles, timeoutSeconds = 600 } = checkOptions(options);
  const base = URL.canParse(url) ? new URL(url) : null;
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw benchmarkError('invalid_subject', 'The address of an environment begins with http:// or https://.');
  }
  const deadline = Date.now() + 1000 * timeoutSeconds;
  const schema = await readSchema(base, headers);
  const action = isJsonObject(schema.action) ? schema.action : {};
  const properties = isJsonObject(action.properties) ? action.properties : {};
  const hasTools =
    Object.hasOwn(properties, 'tool_name') || /^(Action|CallToolAction)$/.test(String(action.title));
  const connect = () => connectOpenEnv(base, headers, deadline);
  const tools = hasTools ? await listTools(connect) : [];
  return {
    name: `${base.origin}${base.pathname.replace(/\/$/, '')}`,
    kind: 'openenv',
    tools,
    actionSchema: tools.length > 0 ? null : action,
    hasTasks: false,
    begin: async ({ seed }) => beginEpisode(await connect(), seed, tools.length > 0),
    oracle: async (place) => oracles?.(place) ?? null,
    own: async () => [],
    [Symbol.asyncDispose]: async () => undefined,
  };
}

type Connection = Awaited<ReturnType<typeof connectOpenEnv>>;

async function beginEpisode(connection: Connection, seed: number, hasTools: boolean): Promise<AuditEpisode> {
  try {
    const begun = await connection.ask({ type: 'reset', data: { seed } });
    return {
      first: textOf(begun),
      metadata: metadataOf(begun),
      act: async (given) => {
        const data = hasTools && 'tool' in given ? asCall(given) : given;
        try {
          const step = await connection.ask({ type: 'step', data });
          return { text: textOf(step), reward: step.reward, done: step.done === true };
        } catch (error) {
          if (!(error instanceof RefusedFrame)) throw error;
          return { text: error.message, reward: null, done: false };
        }
      },
      state: async () => {
        const state = await connection.ask({ type: 'state' });
        return Object.keys(state).length === 0 ? null : state;
      },
      close: async () => connection.close(),
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function asCall({ tool, arguments: given }: JsonObject): JsonObject {
  return { type: 'call_tool', tool_name: String(tool), arguments: isJsonObject(given) ? given : {} };
}

/** What an agent reads of an observation: the result of a tool, or all of it but what counts. */
function textOf({ observation }: JsonObject): string {
  if (!isJsonObject(observation)) return JSON.stringify(observation ?? null);
  const { metadata: _, reward: _reward, done: _done, ...seen } = observation;
  const { result } = seen;
  const data = isJsonObject(result) && 'data' in result ? result.data : null;
  return typeof data === 'string' ? data : JSON.stringify(seen);
}

function metadataOf({ observation, metadata }: JsonObject): Json {
  return [isJsonObject(observation) ? observation : null, metadata ?? null];
}

async function readSchema(base: URL, headers: Readonly<Record<string, string>>): Promise<JsonObject> {
  let value: Json = null;
  try {
    const { status, bytes } = await exchange({
      url: new URL(`${base.href.replace(/\/$/, '')}/schema`),
      method: 'GET',
      headers: Object.entries(headers),
      timeoutSeconds: 30,
      maxBytes: 2 ** 20,
      signal: undefined,
    });
    if (status === 200) value = JSON.parse(Buffer.from(bytes).toString('utf8')) as Json;
  } catch {
    value = null;
  }
  if (!isJsonObject(value)) {
    throw benchmarkError(
      'invalid_subject',
      `No OpenEnv server answers at ${base.origin}: GET /schema gives no JSON object.`,
    );
  }
  return value;
}

async function listTools(connect: () => Promise<Connection>): Promise<readonly ToolDefinition[]> {
  let connection: Connection | null = null;
  try {
    connection = await connect();
    const { observation } = await connection.ask({ type: 'step', data: { type: 'list_tools' } });
    const listed = isJsonObject(observation) && Array.isArray(observation.tools) ? observation.tools : [];
    return (listed as readonly Json[]).slice(0, MOST_TOOLS).flatMap((tool) => {
      if (!isJsonObject(tool) || typeof tool.name !== 'string') return [];
      const parameters = tool.input_schema ?? tool.inputSchema ?? {};
      return [
        {
          name: tool.name,
          description: String(tool.description ?? ''),
          parameters: isJsonObject(parameters) ? parameters : {},
        },
      ];
    });
  } catch {
    return [];
  } finally {
    connection?.close();
  }
}
