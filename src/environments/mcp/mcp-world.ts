import { contentHash, type JsonObject, type MettleError } from '../../core/index.js';
import type { Observation } from '../../records/index.js';
import type { McpTools, Tool } from '../../tools/index.js';
import { environmentError } from '../error-codes.js';
import { maskVolatile } from '../mask-volatile.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';
import { mcpObservation } from './mcp-observation.js';
import { type McpStateSource, readMcpState } from './mcp-state.js';
import type { WorldFolder } from './world-folder.js';

/** What a {@link McpWorld} is made from. */
export interface McpWorldParts {
  readonly server: McpTools;
  /** What tells the state, by the name of its facts; empty where nothing does. */
  readonly readState: Readonly<Record<string, McpStateSource>>;
  /** What of the tools' answers may differ, as in `Environment.volatile`. */
  readonly volatile: Readonly<Record<string, readonly string[]>>;
  /** The folder that the server has for this world alone; null for none. */
  readonly folder: WorldFolder | null;
  /** Whether what is in the folder is a part of the state. */
  readonly folderFacts: boolean;
  /** Makes a body that begins as this one did; absent where none can be made. */
  readonly again: (() => Promise<McpWorld>) | undefined;
}

interface PastCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly digest: string;
}

/** One connection to an MCP server. The facts are what it tells of its state where it is asked, else what was called and answered. */
export class McpWorld implements WorldBody {
  readonly #parts: McpWorldParts;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #past: PastCall[] = [];
  #state: WorldState = new Map();

  constructor(parts: McpWorldParts) {
    this.#parts = parts;
    this.#tools = new Map(parts.server.tools.map((tool) => [tool.name, tool]));
  }

  async run(call: CheckedCall): Promise<Observation> {
    const observation = await this.call(call.tool, call.arguments, call.signal);
    const past = { tool: call.tool, arguments: call.arguments, digest: this.#digest(call.tool, observation) };
    this.#past.push(past);
    if (this.#readsState) await this.readState(call.signal);
    else this.#state = new Map(this.#state).set(`calls/${this.#past.length}`, { ...past });
    return observation;
  }

  state(): WorldState {
    return this.#state;
  }

  async fork(): Promise<WorldBody> {
    const { again } = this.#parts;
    if (again === undefined) throw new Error('Worlds of this server have no branches.');
    const branch = await again();
    try {
      for (const [index, { tool, arguments: values, digest }] of this.#past.entries()) {
        await branch.run({ tool, arguments: values, signal: undefined });
        if (branch.#past.at(-1)?.digest !== digest) throw otherAnswer(index + 1, tool);
      }
      return branch;
    } catch (error) {
      await branch.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#parts.server.close();
    await this.#parts.folder?.remove();
  }

  /** Calls a tool of the server. Throws as {@link mcpObservation}, and the signal's reason. */
  async call(name: string, values: JsonObject, signal?: AbortSignal): Promise<Observation> {
    const tool = this.#tools.get(name);
    if (tool === undefined) throw new Error(`The MCP server has no tool ${name}.`);
    const { folder } = this.#parts;
    if (folder === null) return mcpObservation(name, await tool.call(values, { signal }));
    return folder.toAgent(mcpObservation(name, await tool.call(folder.toServer(values), { signal })));
  }

  /** Reads the facts from the server, where it tells them. */
  async readState(signal?: AbortSignal): Promise<void> {
    if (!this.#readsState) return;
    const { server, readState, volatile, folder, folderFacts } = this.#parts;
    const told = await readMcpState(
      {
        sources: readState,
        resources: server.resources,
        volatile,
        call: (tool, values, signalOf) => this.call(tool, values, signalOf),
      },
      signal,
    );
    if (folder === null) this.#state = told;
    else this.#state = new Map([...folder.toAgent([...told]), ...(folderFacts ? await folder.facts() : [])]);
  }

  get #readsState(): boolean {
    return this.#parts.folderFacts || Object.keys(this.#parts.readState).length > 0;
  }

  #digest(tool: string, observation: Observation): string {
    return contentHash(maskVolatile(observation, this.#parts.volatile[tool] ?? []));
  }
}

function otherAnswer(call: number, tool: string): MettleError {
  return environmentError(
    'world_broken',
    `A branch repeats the calls of its episode, and call ${call} (${tool}) got another answer than before, though the server was declared deterministic. Name what may differ in volatile.`,
  );
}
