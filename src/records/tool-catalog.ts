import { isJsonObject, type Json, type JsonObject, schemaValidator } from '../core/index.js';
import { errorMessage } from '../core/internal.js';
import type { ToolDefinition } from './tool-definition.js';

/** Tools that were read from a catalogue. */
export interface ToolCatalog {
  readonly tools: readonly ToolDefinition[];
  /** What was no tool, each with its place and why. */
  readonly dropped: readonly { readonly where: string; readonly reason: string }[];
}

/**
 * Reads tools as programs hand them around: JSON text of any of these forms, a list of tools, `{tools: […]}`, one tool, the
 * declarations of OpenAI (`{type: 'function', function}`, or flat) and Anthropic (`input_schema`), and those of MCP
 * (`inputSchema`). What a schema lacks of `type`, `properties` and `required` is filled in. Nothing of the input is changed or
 * shared with the result; what is left out is reported. Null and empty text are no tools.
 *
 * @example
 * ```ts
 * import { parseToolCatalog } from 'mettle/records';
 *
 * const { tools, dropped } = parseToolCatalog(
 *   '{"tools": [{"name": "add", "input_schema": {"properties": {"a": {"type": "number"}}}}, {"description": "no name"}]}',
 * );
 * console.log(tools[0]?.name, JSON.stringify(tools[0]?.parameters)); // → add {"type":"object","properties":{"a":{"type":"number"}},"required":[]}
 * console.log(dropped); // → [ { where: 'tools[1]', reason: 'it has no name' } ]
 * ```
 */
export function parseToolCatalog(input: unknown): ToolCatalog {
  const catalog = { tools: [] as ToolDefinition[], dropped: [] as { where: string; reason: string }[] };
  if (input === null || input === undefined || input === '') return catalog;
  let plain: Json;
  try {
    plain = JSON.parse(typeof input === 'string' ? input : JSON.stringify(input)) as Json;
  } catch (error) {
    catalog.dropped.push({ where: 'the catalogue', reason: `it is not JSON: ${errorMessage(error)}` });
    return catalog;
  }
  const names = new Set<string>();
  for (const [where, entry] of entriesOf(plain)) {
    const tool = readTool(entry);
    if (typeof tool === 'string') catalog.dropped.push({ where, reason: tool });
    else if (names.has(tool.name)) {
      catalog.dropped.push({ where, reason: `there is a tool ${tool.name} already` });
    } else {
      names.add(tool.name);
      catalog.tools.push(tool);
    }
  }
  return catalog;
}

/** A catalogue as JSON text, which {@link parseToolCatalog} reads. */
export function toolCatalogToJson(tools: readonly ToolDefinition[]): string {
  return JSON.stringify(
    tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    null,
    2,
  );
}

function entriesOf(value: Json): readonly (readonly [string, Json])[] {
  if (Array.isArray(value)) return value.map((entry: Json, index) => [`[${index}]`, entry] as const);
  if (!isJsonObject(value) || !Array.isArray(value.tools)) return [['the catalogue', value]];
  return value.tools.map((entry: Json, index) => [`tools[${index}]`, entry] as const);
}

/** The tool, or why it is none. */
function readTool(entry: Json): ToolDefinition | string {
  if (!isJsonObject(entry)) return 'it is not an object';
  const tool = isJsonObject(entry.function) ? entry.function : entry;
  const { name, description = '' } = tool;
  if (typeof name !== 'string' || name === '') return 'it has no name';
  if (description !== null && typeof description !== 'string')
    return `the description of ${name} is not text`;
  const given = tool.parameters ?? tool.input_schema ?? tool.inputSchema ?? {};
  if (!isJsonObject(given)) return `the parameters of ${name} are not an object`;
  const { type = 'object', properties = {}, required = [], ...rest } = given;
  const parameters: JsonObject = { type, properties, required, ...rest };
  if (type !== 'object') return `the parameters of ${name} are not the schema of an object`;
  try {
    schemaValidator(parameters);
  } catch (error) {
    return `the parameters of ${name} are not a JSON Schema: ${errorMessage(error)}`;
  }
  return { name, description: description ?? '', parameters };
}
