import { contentHash, defineOptions, option, schemaValidator } from '../core/index.js';
import { errorMessage, frozenJson } from '../core/internal.js';
import type { ToolDefinition } from '../records/index.js';
import type { Environment } from './environment.js';
import { environmentError } from './error-codes.js';
import { openWorld } from './open-world.js';
import type { EnvironmentDefinition } from './world-body.js';

const checkEnvironmentDefinition = defineOptions<EnvironmentDefinition>()('defineEnvironment', {
  name: option.required(option.string),
  version: option.required(option.number),
  tools: option.required(option.list()),
  identity: option.required(option.any),
  begin: option.required(option.callback),
  cannotFork: option.string,
  cannotReplay: option.string,
  volatile: option.record,
  sampleArguments: option.any,
  maxContentChars: option.number,
  maxDataChars: option.number,
  close: option.callback,
});

/**
 * An environment made from the body of its worlds. The duties of every world are handled here, the same way for all:
 * calls one after another, arguments checked against the tool's schema, unknown tools and answers over the limits as
 * observations, digests and changes of the state, reset, snapshots, and the errors of a world that is broken,
 * interrupted or closed.
 *
 * @example
 * ```ts untyped
 * import { defineEnvironment } from 'mettle/environments';
 *
 * function counter(count) {
 *   return {
 *     run: async () => ({ status: 'ok', content: String(++count), data: count, error: null }),
 *     state: () => new Map([['count', count]]),
 *     fork: async () => counter(count),
 *     close: async () => {},
 *   };
 * }
 * const environment = defineEnvironment({
 *   name: 'counter',
 *   version: 1,
 *   tools: [{ name: 'add_one', description: 'Counts one up.', parameters: { type: 'object', additionalProperties: false } }],
 *   identity: {},
 *   begin: async ({ seed }) => counter(seed),
 * });
 * const world = await environment.open({ seed: 5 });
 * await world.call('add_one', {});
 * const branch = await world.fork();
 * await branch.call('add_one', {});
 * console.log(world.state().get('count'), branch.state().get('count')); // → 6 7
 * ```
 * @throws {MettleError} `environments/invalid_definition` for a name that is not snake_case, two tools of one name and
 *   parameters that are no JSON Schema.
 */
export function defineEnvironment(given: EnvironmentDefinition): Environment {
  checkEnvironmentDefinition(given);
  checkDefinition(given);
  // Copied and frozen: agents get the tools to read, and must not change them for other episodes.
  const definition: EnvironmentDefinition = { ...given, tools: frozenJson(given.tools) };
  const { name, version, tools, identity, volatile } = definition;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= Promise.resolve(definition.close?.());
    return closing;
  };
  return {
    name,
    tools,
    fingerprint: contentHash({
      name,
      version,
      tools: tools.map((tool) => ({ ...tool })),
      identity,
      ...(volatile === undefined ? {} : { volatile }),
    }),
    capabilities: { fork: definition.cannotFork ?? true, replay: definition.cannotReplay ?? true },
    ...(volatile === undefined ? {} : { volatile }),
    open: async (options) => {
      if (closing !== undefined) {
        throw environmentError('environment_closed', `The environment ${name} is closed; make a new one.`);
      }
      return openWorld(definition, options);
    },
    sampleArguments: (tool, options) =>
      (tools.some((known) => known.name === tool) && definition.sampleArguments?.(tool, options)) || null,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function checkDefinition({ name, tools, volatile = {} }: EnvironmentDefinition): void {
  const isNamed = /^[a-z][a-z0-9_]*$/.test(name);
  const problem = isNamed ? (toolsProblem(tools) ?? volatileProblem(volatile)) : 'its name is not snake_case';
  if (problem === null) return;
  throw environmentError(
    'invalid_definition',
    `The environment ${JSON.stringify(name)} can't be defined: ${problem}.`,
  );
}

/** Whether a call succeeded, and by what kind of error it failed, may never be left out of a comparison. */
function volatileProblem(volatile: NonNullable<EnvironmentDefinition['volatile']>): string | null {
  for (const [tool, paths] of Object.entries(volatile)) {
    const wrong = paths.find((path) => !/^(?:content|error\/message|data(?:\/.+)?)$/s.test(path));
    if (wrong === undefined) continue;
    return `${JSON.stringify(wrong)} of ${tool} can't be volatile, only content, error/message, data and paths into it`;
  }
  return null;
}

function toolsProblem(tools: readonly ToolDefinition[]): string | null {
  const names = new Set<string>();
  for (const { name, parameters } of tools) {
    if (names.has(name)) return `two tools are called ${JSON.stringify(name)}`;
    names.add(name);
    try {
      schemaValidator(parameters);
    } catch (error) {
      return `the parameters of ${JSON.stringify(name)} are not a JSON Schema: ${errorMessage(error)}`;
    }
  }
  return null;
}
