import type { ToolDefinition } from '../../records/index.js';
import type { Environment, World } from '../environment.js';
import { environmentError } from '../error-codes.js';
import { unknownTool } from '../open-world.js';

/** A tool by its name, or by a definition with that name. */
export type ToolChoice = string | Pick<ToolDefinition, 'name'>;

/**
 * The environment with some of its tools only: its worlds refuse calls of the others as they refuse those of unknown tools.
 * Its fingerprint is the same, so that what was recorded with fewer tools is verified in the whole environment. Null for
 * tools leaves all.
 *
 * @throws {MettleError} `environments/unknown_tool` for a tool that the environment lacks: nothing would run it.
 */
export function environmentWithTools(
  environment: Environment,
  tools: readonly ToolChoice[] | null,
): Environment {
  if (tools === null || tools.length === 0) return environment;
  const names = tools.map((choice) => (typeof choice === 'string' ? choice : choice.name));
  const unknown = names.find((name) => !environment.tools.some((tool) => tool.name === name));
  if (unknown !== undefined) {
    throw environmentError(
      'unknown_tool',
      `Nothing would run the tool ${unknown}: the environment ${environment.name} has ${environment.tools.map(({ name }) => name).join(', ')}.`,
    );
  }
  return withToolsOnly(environment, names);
}

/** The environment with the tools of these names; `listed` are those that a refusal of another one names. */
export function withToolsOnly(
  environment: Environment,
  names: readonly string[],
  listed?: readonly string[],
): Environment {
  const tools = Object.freeze(environment.tools.filter(({ name }) => names.includes(name)));
  if (tools.length === environment.tools.length) return environment;
  const offered = tools.map(({ name }) => name);
  return {
    ...environment,
    tools,
    open: async (options) => worldWithTools(await environment.open(options), offered, listed ?? offered),
  };
}

function worldWithTools(world: World, offered: readonly string[], listed: readonly string[]): World {
  return {
    call: async (tool, argumentValues, options) => {
      if (offered.includes(tool)) return world.call(tool, argumentValues, options);
      // The world refuses it in its turn, since no tool is called so; which tools there are is said here.
      const refused = await world.call('', {}, options);
      return { ...refused, observation: unknownTool(tool, listed) };
    },
    state: () => world.state(),
    stateDigest: () => world.stateDigest(),
    reset: (seed) => world.reset(seed),
    fork: async () => worldWithTools(await world.fork(), offered, listed),
    snapshot: () => world.snapshot(),
    restore: (snapshot) => world.restore(snapshot),
    close: () => world.close(),
    [Symbol.asyncDispose]: () => world.close(),
  };
}
