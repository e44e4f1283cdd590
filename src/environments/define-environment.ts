import { contentHash } from '../core/index.js';
import type { Environment } from './environment.js';
import { openWorld } from './open-world.js';
import type { EnvironmentDefinition } from './world-body.js';

/**
 * An environment from the inside of its worlds. What every world owes is done here and the same for all: calls one
 * after another, arguments checked against the tool's schema, unknown tools and answers over the limits as
 * observations, digests and changes of the state, reset, snapshots, and the errors of a world that is broken,
 * interrupted or closed.
 *
 * @example
 * ```ts
 * import { defineEnvironment, type WorldBody } from 'mettle/environments';
 *
 * function counter(count: number): WorldBody {
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
 */
export function defineEnvironment(definition: EnvironmentDefinition): Environment {
  const { name, version, tools, identity } = definition;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= definition.close?.() ?? Promise.resolve();
    return closing;
  };
  return {
    name,
    tools,
    fingerprint: contentHash({ name, version, tools: tools.map((tool) => ({ ...tool })), identity }),
    capabilities: { fork: definition.cannotFork ?? true, replay: definition.cannotReplay ?? true },
    open: (options) => openWorld(definition, options),
    sampleArguments: (tool, options) => definition.sampleArguments?.(tool, options) ?? null,
    close,
    [Symbol.asyncDispose]: close,
  };
}
