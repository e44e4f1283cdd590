import { nearNames, quoted } from '../core/internal.js';
import { toolError } from './error-codes.js';
import type { ToolOutcome } from './outcome.js';
import type { Tool, ToolCallOptions, ToolDescription } from './tool.js';

/** The tools of one agent or one turn, by name. It holds no state: any number of calls may run at once. */
export interface ToolSet extends Iterable<Tool> {
  /** What a model is shown, in the order in which the tools were given. */
  readonly descriptions: readonly ToolDescription[];
  readonly names: readonly string[];
  get(name: string): Tool | undefined;
  /**
   * Calls a tool by name; `args` is an object or its JSON text. An unknown name, bad arguments, a tool that throws or
   * hangs are outcomes whose text a model can act on. Rejects only when the signal aborts, with its reason.
   */
  call(name: string, args: unknown, options?: ToolCallOptions): Promise<ToolOutcome>;
}

/** Names that are listed to a model that called a tool that does not exist. */
const MAX_LISTED = 50;

/**
 * Combines tools into a set.
 *
 * @throws {MettleError} `tools/duplicate_name` when two have one name.
 */
export function toolSet(tools: Iterable<Tool>): ToolSet {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (byName.has(tool.name)) {
      throw toolError(
        'duplicate_name',
        `Two tools are named ${tool.name}. Rename one of them, or give its MCP server another prefix.`,
        { details: { name: tool.name } },
      );
    }
    byName.set(tool.name, tool);
  }
  const names = Object.freeze([...byName.keys()]);
  const descriptions = Object.freeze(
    Array.from(byName.values(), ({ name, description, parameters }) =>
      Object.freeze({ name, description, parameters }),
    ),
  );
  return Object.freeze({
    names,
    descriptions,
    get: (name: string) => byName.get(name),
    [Symbol.iterator]: () => byName.values(),
    async call(name: string, args: unknown, options: ToolCallOptions = {}): Promise<ToolOutcome> {
      options.signal?.throwIfAborted();
      const tool = byName.get(name);
      if (tool === undefined) return { ok: false, fault: 'unknown_tool', error: unknownTool(name, names) };
      return tool.call(args, options);
    },
  });
}

function unknownTool(name: string, names: readonly string[]): string {
  const called = quoted(String(name));
  if (names.length === 0) return `There is no tool ${called}, and no other tool. Answer without one.`;
  const [near] = nearNames(String(name), names);
  const guess = near === undefined ? '' : ` Did you mean ${near}?`;
  const more = names.length > MAX_LISTED ? ', …' : '';
  return `There is no tool ${called}.${guess} The tools are: ${names.slice(0, MAX_LISTED).join(', ')}${more}.`;
}
