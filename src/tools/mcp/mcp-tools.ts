import type { CallToolResult, Client, Tool as McpTool } from '@modelcontextprotocol/client';
import { defineOptions, type JsonObject, option } from '../../core/index.js';
import { errorMessage, orAborted, startDeadline } from '../../core/internal.js';
import { toolError } from '../error-codes.js';
import type { SkillSource } from '../skills/skill.js';
import { type Tool, ToolFailure, tool } from '../tool.js';
import { boundedSchemaValidator } from './bounded-schema-validator.js';
import { foreignSchema, foreignText } from './foreign-text.js';
import { isLost } from './lost-connection.js';
import { connectSeconds, McpConnection, NO_TIMEOUT } from './mcp-connection.js';
import type { McpPrompts, McpResources } from './mcp-offers.js';
import { mcpPrompts } from './mcp-prompts.js';
import { mcpResources } from './mcp-resources.js';
import { mcpValue } from './mcp-result.js';
import type { McpAddress, McpOptions, McpProcess } from './mcp-server.js';
import { MCP_ADDRESS, MCP_OPTIONS, MCP_PROCESS } from './mcp-server.js';
import { mcpSkills } from './mcp-skills.js';
import { settleTask } from './settle-task.js';
import { taskOf } from './task-results.js';
import { toolNames } from './tool-names.js';

/** The tools of one MCP server, for as long as it is open. */
export interface McpTools extends AsyncDisposable {
  /** What can be called, in the server's order. */
  readonly tools: readonly Tool[];
  /** Tools that could not be taken, by the server's names, and why; without those that `allow` does not name. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** Who answered, in its own words, and which protocol it speaks. */
  readonly server: McpServerFacts;
  /** What the server says about using it, if anything. Its words, not yours. */
  readonly instructions: string | null;
  /** The skills that the server serves by the protocol's extension for skills; an empty list where it has none. */
  readonly skills: SkillSource;
  /** The prompts that the server offers. */
  readonly prompts: McpPrompts;
  /** The resources that the server offers. */
  readonly resources: McpResources;
  /** Lists the tools again. The tools made before go on working. */
  refresh(options?: { readonly signal?: AbortSignal }): Promise<McpTools>;
  /** Ends the connection, and the process if there is one. Twice is fine. */
  close(): Promise<void>;
}

/** What a server says of itself. */
export interface McpServerFacts {
  readonly name: string | null;
  readonly version: string | null;
  /** For example `2026-07-28`. */
  readonly protocolVersion: string | null;
  /** Whether it speaks the protocol of 2026-07-28 and later (`modern`), or the handshake before it (`legacy`). */
  readonly era: 'modern' | 'legacy' | null;
}

/** Tools of one server that are taken. */
const MAX_TOOLS = 2_000;
const checkMcpToolsOptions = defineOptions<McpOptions & { readonly signal?: AbortSignal }>()('mcpTools', {
  ...MCP_OPTIONS,
  signal: option.signal,
});

const checkMcpServer = defineOptions<McpProcess | McpAddress>()('An MCP server', {
  ...MCP_PROCESS,
  ...MCP_ADDRESS,
});

/**
 * Connects to an MCP server, over a process's standard input and output or over streamable HTTP, in the protocol of
 * 2026-07-28 or the one before, and makes its tools callable.
 *
 * Schemas are kept whole and arguments are checked before they are sent. What the server calls an error is an outcome
 * for the model. A connection that was lost is made again by the next call; a call that was under way then fails,
 * unless `idempotent` names its tool. Needs the package `@modelcontextprotocol/client`.
 *
 * @throws {MettleError} `tools/mcp_not_installed`, `tools/mcp_unreachable`, `tools/invalid_tool` for wrong options.
 * @example
 * ```ts
 * import { mcpTools, serveMcp, toolSet } from 'mettle/tools';
 *
 * const serving = await serveMcp({ over: { port: 0 } });
 * const headers = { authorization: `Bearer ${serving.token}` };
 * const server = await mcpTools({ url: serving.url ?? '', headers }, { prefix: 'box' });
 * console.log(toolSet(server.tools).names.at(-1)); // → box_commit
 * await server.close();
 * await serving.close();
 * ```
 */
export async function mcpTools(
  server: McpProcess | McpAddress,
  options: McpOptions & { readonly signal?: AbortSignal } = {},
): Promise<McpTools> {
  checkMcpToolsOptions(options);
  checkMcpServer(server);
  const { signal, ...rest } = options;
  if ('command' in server === 'url' in server) {
    throw toolError(
      'invalid_tool',
      'An MCP server is named by { command, args } or by { url }: give one of them.',
    );
  }
  const connection = new McpConnection(server, rest);
  try {
    return await list(connection, rest, signal);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function list(
  connection: McpConnection,
  options: McpOptions,
  signal: AbortSignal | undefined,
): Promise<McpTools> {
  const client = await orAborted(connection.client(), signal);
  const found = await listTools(client, connectSeconds(options), signal);
  const allowed = found.filter(({ name }) => options.allow === undefined || options.allow.includes(name));
  const wanted = allowed.slice(0, MAX_TOOLS);
  const names = toolNames(
    wanted.map(({ name }) => name),
    options.prefix ?? '',
  );
  const tools: Tool[] = [];
  const skipped = allowed.slice(MAX_TOOLS).map(({ name }) => ({
    name: foreignText(name, 200),
    reason: `over ${MAX_TOOLS} tools`,
  }));
  for (const [i, definition] of wanted.entries()) {
    try {
      tools.push(toTool(connection, definition, names[i] as string, options));
    } catch (error) {
      skipped.push({ name: foreignText(definition.name, 200), reason: errorMessage(error) });
    }
  }
  const self = client.getServerVersion();
  const instructions = client.getInstructions();
  return {
    tools,
    skipped,
    server: {
      name: self === undefined ? null : foreignText(self.name, 200),
      version: self === undefined ? null : foreignText(self.version, 200),
      protocolVersion: client.getNegotiatedProtocolVersion() ?? null,
      era: client.getProtocolEra() ?? null,
    },
    instructions: instructions === undefined ? null : foreignText(instructions),
    skills: mcpSkills(connection),
    prompts: mcpPrompts(connection, options),
    resources: mcpResources(connection, options),
    refresh: ({ signal: again } = {}) => list(connection, options, again),
    close: () => connection.close(),
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

async function listTools(
  client: Client,
  seconds: number,
  signal: AbortSignal | undefined,
): Promise<readonly McpTool[]> {
  // The client would say on standard output that there are none.
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const limit = startDeadline(seconds, signal);
  try {
    const list = client.listTools(undefined, {
      signal: limit.signal,
      timeout: NO_TIMEOUT,
      cacheMode: 'refresh',
    });
    return (await orAborted(list, limit.signal)).tools;
  } catch (error) {
    signal?.throwIfAborted();
    throw toolError(
      'mcp_unreachable',
      `The MCP server does not list its tools: ${foreignText(errorMessage(error), 500)}.`,
      { cause: error },
    );
  } finally {
    limit.end();
  }
}

function toTool(connection: McpConnection, definition: McpTool, name: string, options: McpOptions): Tool {
  const { name: original, title, description = '', inputSchema, outputSchema } = definition;
  const words = title === undefined || title === description ? description : `${title}. ${description}`;
  return tool({
    name,
    description: foreignText(words),
    parameters: foreignSchema(inputSchema as unknown as JsonObject),
    // A pattern that cannot be checked here is checked by the server.
    patterns: 'ignore',
    timeoutSeconds: options.timeoutSeconds ?? 60,
    idempotent: options.idempotent?.includes(original) ?? false,
    execute: async (args, { signal }) => {
      const client = await orAborted(connection.client(), signal);
      const result = await callServer(connection, client, name, original, args, signal);
      const task = taskOf(result);
      if (task === null) return mcpValue(name, result);
      const { onInputRequest } = options;
      const settled = await settleTask(task, { connection, name, signal, onInputRequest });
      return mcpValue(name, checkedResult(name, settled, outputSchema));
    },
  });
}

/** The result of a task, which the official client has not compared with the tool's own schema. */
function checkedResult(name: string, result: CallToolResult, schema: unknown): CallToolResult {
  if (schema === undefined || result.isError === true) return result;
  const { valid, errorMessage: problem } = boundedSchemaValidator(schema)(result.structuredContent);
  if (valid) return result;
  throw new ToolFailure(`${name}: its MCP server broke its own schema: ${foreignText(problem, 2_000)}`);
}

async function callServer(
  connection: McpConnection,
  client: Client,
  name: string,
  original: string,
  args: JsonObject,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<Client['callTool']>>> {
  try {
    return await client.callTool(
      { name: original, arguments: args as Record<string, unknown> },
      { signal, timeout: NO_TIMEOUT },
    );
  } catch (error) {
    if (signal.aborted) throw error;
    if (isLost(error)) {
      await connection.drop(client);
      const gone = Object.assign(new Error('connection lost', { cause: error }), { code: 'ECONNRESET' });
      throw new ToolFailure(
        `${name}: the connection to its MCP server was lost during the call; whether it did anything is not known. The next call connects again.`,
        { cause: gone },
      );
    }
    throw new ToolFailure(
      `${name}: its MCP server refused the call: ${foreignText(errorMessage(error), 2_000)}`,
      {
        cause: error,
      },
    );
  }
}
