import { type JsonObject, MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { sandboxError } from '../error-codes.js';

/** What a tool answers: its result, or `{error}` with one line that a model can act on. */
export type ToolResult = JsonObject;

/** A tool over one sandbox, as a model sees it. Names, arguments and results are snake_case JSON. */
export interface SandboxTool {
  readonly name: string;
  /** What it does and when to use it, for the model. */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: ToolParameters;
  /**
   * Runs the tool. Never rejects for what the arguments say: the result then is `{error}`. The signal ends a run of code
   * that is under way.
   */
  readonly call: (args: JsonObject, options?: ToolCallContext) => Promise<ToolResult>;
}

/** How a tool is called. */
interface ToolCallContext {
  readonly signal?: AbortSignal;
}

/** The JSON Schema of a tool's arguments: a flat object of strings, whole numbers, booleans and lists of strings. */
export interface ToolParameters {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ToolParameter>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** One argument. Without a default it is required. */
export interface ToolParameter {
  readonly type: 'string' | 'integer' | 'boolean' | 'array';
  /** Of an array, and always this. */
  readonly items?: { readonly type: 'string' };
  readonly description: string;
  readonly default?: string | number | boolean | readonly string[];
}

/** The checked arguments of a tool: every property is there, with its default where it was left out. */
type ToolArguments<P extends Readonly<Record<string, ToolParameter>>> = {
  readonly [K in keyof P]: P[K]['type'] extends 'string'
    ? string
    : P[K]['type'] extends 'integer'
      ? number
      : P[K]['type'] extends 'array'
        ? readonly string[]
        : boolean;
};

/** What {@link defineTool} makes a tool from. */
export interface ToolDefinition<P extends Readonly<Record<string, ToolParameter>>> {
  readonly name: string;
  readonly description: string;
  readonly properties: P;
  readonly run: (args: ToolArguments<P>, context: ToolCallContext) => Promise<ToolResult> | ToolResult;
}

/**
 * Makes a {@link SandboxTool}: arguments are checked against `properties` before `run` sees them, and a
 * `MettleError` that `run` throws becomes `{error}`.
 */
export function defineTool<const P extends Readonly<Record<string, ToolParameter>>>(
  definition: ToolDefinition<P>,
): SandboxTool {
  const { name, description, properties, run } = definition;
  const required = Object.keys(properties).filter((key) => properties[key]?.default === undefined);
  return {
    name,
    description,
    parameters: { type: 'object', properties, required, additionalProperties: false },
    call: async (args, context = {}) => {
      try {
        return await run(checkArguments(name, properties, args), context);
      } catch (error) {
        if (MettleError.isInstance(error)) return { error: error.instructions() };
        throw error;
      }
    },
  };
}

function checkArguments<P extends Readonly<Record<string, ToolParameter>>>(
  tool: string,
  properties: P,
  args: JsonObject,
): ToolArguments<P> {
  const known = Object.keys(properties);
  const unknown = Object.keys(args).filter((key) => !known.includes(key));
  if (unknown.length > 0) {
    throw wrongArguments(`${tool} has no argument ${unknown.join(', ')}; it takes ${known.join(', ')}`);
  }
  const checked = known.map((key) => {
    const parameter = properties[key] as ToolParameter;
    const value = args[key] ?? parameter.default;
    if (value === undefined) throw wrongArguments(`${tool} needs the argument ${key} (${parameter.type})`);
    if (!hasType(value, parameter.type)) {
      throw wrongArguments(
        `${tool}: the argument ${key} must be of type ${parameter.type}${parameter.items === undefined ? '' : ' of strings'}`,
      );
    }
    return [key, value];
  });
  return Object.fromEntries(checked);
}

function hasType(value: unknown, type: ToolParameter['type']): boolean {
  if (type === 'array') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
}

function wrongArguments(message: string): MettleError {
  return sandboxError('wrong_tool_arguments', message);
}

/** `{error}` for a path that a tree refused, in the words the tools use. */
export function fileError(error: unknown, path: string): ToolResult {
  if (!MettleError.isInstance(error)) throw error;
  if (error.code === 'filesystem/not_found') return { error: `file not found: ${path}` };
  return error.code === 'filesystem/not_text' ? notText(path) : { error: errorMessage(error) };
}

/** `{error}` for a file that a model must not take for text. */
export function notText(path: string): ToolResult {
  return { error: `not a text file: ${path}` };
}
