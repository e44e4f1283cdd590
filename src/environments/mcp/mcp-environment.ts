import {
  canonicalJson,
  contentHash,
  defineOptions,
  type Json,
  type JsonObject,
  type MettleError,
  option,
} from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import type { ToolDefinition } from '../../records/index.js';
import { type McpAddress, type McpProcess, type McpTools, mcpTools } from '../../tools/index.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import { environmentError } from '../error-codes.js';
import { checkableSchema } from './checkable-schema.js';
import type { McpStateCall, McpStateSource } from './mcp-state.js';
import { McpWorld } from './mcp-world.js';
import { sampleOfSchema } from './sample-of-schema.js';
import { checkFolder, type McpFolderOptions, namesFolder, WorldFolder } from './world-folder.js';

/** Changes when calls of {@link createMcpEnvironment} are answered or recorded differently. */
const MCP_ENVIRONMENT_VERSION = 1;

/** What {@link createMcpEnvironment} makes a world from. */
export interface McpEnvironmentOptions {
  /** A process that is started for each world, or an address that all worlds share. */
  readonly server: McpProcess | McpAddress;
  /**
   * A folder for each world alone, in the place of `{folder}` in the process's `args`, `env` and `cwd`, or as its cwd where `{folder}` stands
   * nowhere. It goes with the world, and is made anew when that is reset. Agents see `/world` as its path. Default: one where `{folder}`
   * stands, empty at the start.
   */
  readonly folder?: McpFolderOptions;
  /** snake_case; part of the identity. Default `mcp`. */
  readonly name?: string;
  /** The tools that agents get. Default: all that have a usable schema, but for that of `reset`. */
  readonly allow?: readonly string[];
  /** Seconds for each call; a server that takes longer breaks the world. Default 60. */
  readonly timeoutSeconds?: number;
  /** Seconds for connecting and listing. Default 30. */
  readonly connectTimeoutSeconds?: number;
  /**
   * Calls and resources that tell the server's state, by the name of the facts that they give. Of an answer or a JSON
   * resource that is an object, each key is a fact, `NAME/KEY`; of `{ resource: 'notes://*' }`, each listed resource is,
   * `NAME/URI`. They are read after each call of the agent. Default: none; the facts then are the calls.
   */
  readonly readState?: Readonly<Record<string, McpStateSource>>;
  /** A call that puts the server back to its start, made when a world is opened or reset; `seed` names the argument that takes the seed. */
  readonly reset?: McpStateCall & { readonly seed?: string };
  /**
   * Says that a fresh world answers the same calls the same way, but for what is volatile. Worlds can then be replayed,
   * and those of a process fork: a branch is a new process that gets the calls again. Default false.
   */
  readonly deterministic?: boolean;
  /** What of the tools' observations may differ all the same, by the tool's name: `{ clock: ['data/time', 'content'] }`. */
  readonly volatile?: NonNullable<Environment['volatile']>;
  /** Whatever else decides how the server answers, such as the version of its data; part of the identity. */
  readonly identity?: Json;
}

const checkMcpEnvironmentOptions = defineOptions<McpEnvironmentOptions>()('createMcpEnvironment', {
  server: option.any,
  folder: option.object,
  name: option.string,
  allow: option.list(option.string),
  timeoutSeconds: option.limit,
  connectTimeoutSeconds: option.limit,
  readState: option.record,
  reset: option.any,
  deterministic: option.boolean,
  volatile: option.record,
  identity: option.any,
});

/**
 * An environment of any MCP server, over a process's standard input and output or streamable HTTP, in either era of the
 * protocol. Needs the package `@modelcontextprotocol/client`. The server is not confined: a command runs as any other
 * program of yours, and does on this machine whatever its tools can.
 *
 * Each world of a process has a process of its own. Worlds of an address share what the server keeps: without `reset` or
 * `deterministic` only one can be opened. A server that is lost, or answers too late, breaks its world until it is reset;
 * it is never connected to again in silence, since it would have forgotten what it was told.
 *
 * @example
 * ```ts
 * import { createMcpEnvironment } from 'mettle/environments';
 * import { serveMcp } from 'mettle/tools';
 *
 * const serving = await serveMcp({ over: { port: 0 } });
 * const server = { url: serving.url ?? '', headers: { authorization: `Bearer ${serving.token}` } };
 * const environment = await createMcpEnvironment({ server, allow: ['write_file', 'list_files'] });
 * const world = await environment.open({ seed: 0 });
 * const { observation, changes } = await world.call('write_file', { path: 'a.txt', content: 'one' });
 * console.log(observation.status, changes[0]?.name); // → ok calls/1
 * await world.close();
 * await serving.close();
 * ```
 * @throws {MettleError} `core/invalid_option`, `tools/mcp_not_installed`, `tools/mcp_unreachable`, and
 *   `tools/invalid_tool` for a wrong address.
 */
export async function createMcpEnvironment(options: McpEnvironmentOptions): Promise<Environment> {
  checkMcpEnvironmentOptions(options);
  const { server } = options;
  const inFolder = folderOf(options);
  const connect: Connect = (folder, signal) =>
    mcpTools(folder === null || !('command' in server) ? server : folder.serverIn(server), {
      reconnect: false,
      ...(options.timeoutSeconds === undefined ? {} : { timeoutSeconds: options.timeoutSeconds }),
      ...(options.connectTimeoutSeconds === undefined
        ? {}
        : { connectTimeoutSeconds: options.connectTimeoutSeconds }),
      ...(signal === undefined ? {} : { signal }),
    });
  const start = inFolder === null ? null : await WorldFolder.make(inFolder);
  try {
    return await environmentOf(options, connect, { start, hasFacts: inFolder?.facts !== false });
  } catch (error) {
    await start?.remove();
    throw error;
  }
}

type Connect = (folder: WorldFolder | null, signal?: AbortSignal) => Promise<McpTools>;

/** What the folders of all worlds begin with, as it was when the environment was made; null for a server without any. */
interface FirstFolder {
  readonly start: WorldFolder | null;
  readonly hasFacts: boolean;
}

async function environmentOf(
  options: McpEnvironmentOptions,
  connect: Connect,
  { start, hasFacts }: FirstFolder,
): Promise<Environment> {
  const { server, name = 'mcp', allow, reset, readState = {}, volatile, deterministic = false } = options;
  const isProcess = 'command' in server;
  const { first, all } = await listTools(connect, start);
  const tools = all.filter((tool) =>
    allow === undefined ? tool.name !== reset?.tool : allow.includes(tool.name),
  );

  checkNames(options, first, all);
  let opened = 0;
  const begin = async (seed: number, signal?: AbortSignal): Promise<McpWorld> => {
    if (!isProcess && reset === undefined && !deterministic && opened > 0) throw cannotReset();
    opened += 1;
    const folder = start === null ? null : await start.copy();
    const connected = await connect(folder, signal).catch(async (error: unknown) => {
      opened -= 1;
      await folder?.remove();
      throw error;
    });
    const world = new McpWorld({
      server: connected,
      readState,
      volatile: volatile ?? {},
      folder,
      folderFacts: folder !== null && hasFacts,
      again: isProcess && deterministic ? () => begin(seed) : undefined,
    });
    try {
      const other = changedTool(all, definitionsOf(connected, folder));
      if (other !== undefined) {
        throw broken(`its tool ${other} has changed since the environment was created`);
      }
      if (reset !== undefined) await resetWorld(world, reset, seed);
      await world.readState(signal);
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  };
  const facts = first.server;
  return defineEnvironment({
    name,
    version: MCP_ENVIRONMENT_VERSION,
    tools,
    identity: {
      server: { name: facts.name, version: facts.version },
      arguments: isProcess ? [...(server.args ?? [])] : null,
      reads: Object.entries(readState).map(([fact, source]) =>
        'tool' in source
          ? [fact, source.tool, source.arguments ?? {}]
          : [fact, { resource: source.resource }],
      ),
      reset: reset === undefined ? null : [reset.tool, reset.arguments ?? {}, reset.seed ?? null],
      deterministic,
      ...(start === null
        ? {}
        : { folder: { start: contentHash(Object.fromEntries(await start.facts())), facts: hasFacts } }),
      identity: options.identity ?? null,
    },
    ...(volatile === undefined ? {} : { volatile }),
    ...(isProcess && deterministic
      ? {}
      : {
          cannotFork: isProcess
            ? `${UNKNOWN} (deterministic: true)`
            : 'all worlds of an address share one server',
        }),
    ...(deterministic ? {} : { cannotReplay: `${UNKNOWN} (deterministic: true)` }),
    sampleArguments: (tool, { prompt }) => {
      const parameters = tools.find((known) => known.name === tool)?.parameters;
      return parameters === undefined ? null : sampleOfSchema(parameters, prompt);
    },
    begin: ({ seed, signal }) => begin(seed, signal),
    ...(start === null ? {} : { close: () => start.remove() }),
  });
}

const UNKNOWN = 'it was not declared that the MCP server answers the same calls the same way';

/** What the folder of each world is made from; null for a server that has none. */
function folderOf({ server, folder }: McpEnvironmentOptions): McpFolderOptions | null {
  if (folder === undefined) return 'command' in server && namesFolder(server) ? {} : null;
  checkFolder(folder);
  if ('command' in server) return folder;
  throw coreError(
    'invalid_option',
    'A folder for each world needs a process: server has to be { command, … }.',
  );
}

/** What a server is and offers, asked of one that is closed at once. */
async function listTools(
  connect: Connect,
  start: WorldFolder | null,
): Promise<{ first: McpTools; all: readonly ToolDefinition[] }> {
  const folder = (await start?.copy()) ?? null;
  try {
    const first = await connect(folder);
    await first.close();
    return { first, all: definitionsOf(first, folder) };
  } finally {
    await folder?.remove();
  }
}

/** By name, since a server may list its tools in any order; without the path of the world's folder. */
function definitionsOf(server: McpTools, folder: WorldFolder | null): readonly ToolDefinition[] {
  const definitions = server.tools.map(({ name, description, parameters }) => {
    const definition = { name, description, parameters: checkableSchema(parameters) };
    return folder?.toAgent(definition) ?? definition;
  });
  return definitions.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** The name of a tool that only one side has, or that the sides describe differently. */
function changedTool(before: readonly ToolDefinition[], now: readonly ToolDefinition[]): string | undefined {
  const texts = (tools: readonly ToolDefinition[]) =>
    new Map(tools.map((tool) => [tool.name, canonicalJson({ ...tool })]));
  const [old, found] = [texts(before), texts(now)];
  return [...old.keys(), ...found.keys()].find((name) => old.get(name) !== found.get(name));
}

function checkNames(
  { allow = [], readState = {}, reset, volatile = {} }: McpEnvironmentOptions,
  server: McpTools,
  tools: readonly ToolDefinition[],
): void {
  const reads = Object.values(readState).flatMap((source) => ('tool' in source ? [source.tool] : []));
  const asked = [...allow, ...reads, ...(reset === undefined ? [] : [reset.tool]), ...Object.keys(volatile)];
  const unknown = asked.find((name) => !tools.some((tool) => tool.name === name));
  if (unknown === undefined) return;
  const skipped = server.skipped.find(({ name }) => name === unknown);
  const why = skipped === undefined ? '' : `: ${skipped.reason}`;
  throw coreError(
    'invalid_option',
    `The MCP server has no usable tool ${JSON.stringify(unknown)}${why}; it has ${tools.map((tool) => tool.name).join(', ')}.`,
  );
}

async function resetWorld(
  world: McpWorld,
  { tool, arguments: values = {}, seed: argument }: McpStateCall & { readonly seed?: string },
  seed: number,
): Promise<void> {
  const given: JsonObject = argument === undefined ? values : { ...values, [argument]: seed };
  const { status, content } = await world.call(tool, given);
  if (status === 'error') throw broken(`it can't be reset: ${content}`);
}

function broken(why: string): MettleError {
  return environmentError('world_broken', `The MCP server failed: ${why}. Open a new world.`);
}

function cannotReset(): MettleError {
  return environmentError(
    'cannot_reset',
    'An MCP server at a URL keeps its state from world to world, so only one world can be opened, once. Name a tool in reset that resets it, or declare deterministic: true if it keeps no state.',
  );
}
