import { defineOptions, type JsonObject, type MettleError, option } from '../../core/index.js';
import type { ToolDefinition } from '../../records/index.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import { environmentError } from '../error-codes.js';
import { CompositeWorld, type RoutedTool } from './composite-world.js';
import { closeAll, openTogether } from './together.js';

/** Changes when worlds of {@link createCompositeEnvironment} are made of their parts in another way. */
const COMPOSITE_ENVIRONMENT_VERSION = 1;

/** An environment and the name that its tools and facts get in front. */
export interface CompositePart {
  readonly environment: Environment;
  /** snake_case: `shop` makes `read_file` to `shop_read_file`. Default: tools keep their names. */
  readonly prefix?: string;
}

/** What {@link createCompositeEnvironment} takes beside the parts. */
export interface CompositeEnvironmentOptions {
  /** snake_case; part of the identity. Default `composite`. */
  readonly name?: string;
}

const checkCompositeEnvironmentOptions = defineOptions<CompositeEnvironmentOptions>()(
  'createCompositeEnvironment',
  {
    name: option.string,
  },
);

/**
 * One environment made of several: an episode has a world of each and the tools of all. The name of a fact starts with
 * the part's prefix, or else its environment's name, and `/`. Worlds fork and replay if those of all parts do. Every
 * part gets the same seed. Closing it closes the parts.
 *
 * @example
 * ```ts
 * import { createCompositeEnvironment, createFileEnvironment, createSqlEnvironment } from 'mettle/environments';
 *
 * const tables = [{ name: 'fruit', columns: 'name TEXT PRIMARY KEY, cents INTEGER', rows: [['fig', 80]] }];
 * const environment = createCompositeEnvironment([
 *   await createSqlEnvironment({ content: { tables }, writable: false }),
 *   { environment: await createFileEnvironment({ files: {} }), prefix: 'disk' },
 * ]);
 * const world = await environment.open({ seed: 0 });
 * await world.call('sql_query', { sql: 'SELECT cents FROM fruit' });
 * await world.call('disk_write_file', { path: 'price.txt', content: '80' });
 * console.log([...world.state().keys()].join(' ')); // → sql/fruit/fig disk/files/price.txt
 * await world.close();
 * await environment.close();
 * ```
 * @throws {MettleError} `environments/invalid_definition` for no part, for two tools of one name, and for two parts whose
 *   facts would have one name in front.
 */
export function createCompositeEnvironment(
  parts: readonly (Environment | CompositePart)[],
  options: CompositeEnvironmentOptions = {},
): Environment {
  const { name = 'composite' } = checkCompositeEnvironmentOptions(options);
  const whole = parts.map((part) => ('environment' in part ? part : { environment: part }));
  const labels = whole.map(({ environment, prefix }) => prefix ?? environment.name);
  const { tools, routes } = routesOf(whole, labels);
  const environments = whole.map(({ environment }) => environment);
  const cannot = (what: 'fork' | 'replay'): string | undefined =>
    environments.flatMap(({ name: part, capabilities }) =>
      capabilities[what] === true ? [] : [`${part}: ${capabilities[what]}`],
    )[0];
  const [cannotFork, cannotReplay] = [cannot('fork'), cannot('replay')];
  const volatile = [...routes].flatMap(([tool, route]) => {
    const paths = environments[route.part]?.volatile?.[route.tool];
    return paths === undefined ? [] : [[tool, paths] as const];
  });
  return defineEnvironment({
    name,
    version: COMPOSITE_ENVIRONMENT_VERSION,
    tools,
    identity: whole.map(({ environment, prefix = null }) => [
      environment.fingerprint,
      environment.name,
      prefix,
    ]),
    ...(volatile.length > 0 && { volatile: Object.fromEntries(volatile) }),
    ...(cannotFork !== undefined && { cannotFork }),
    ...(cannotReplay !== undefined && { cannotReplay }),
    // Each part has cut its answers by its own limits.
    maxContentChars: Number.MAX_SAFE_INTEGER,
    maxDataChars: Number.MAX_SAFE_INTEGER,
    begin: async ({ seed, signal }) => {
      const worlds = await openTogether(
        environments.map((environment) => () => environment.open({ seed, ...(signal && { signal }) })),
      );
      return new CompositeWorld(labels, routes, worlds);
    },
    sampleArguments: (tool, options): JsonObject | null => {
      const route = routes.get(tool);
      return (route && environments[route.part]?.sampleArguments(route.tool, options)) ?? null;
    },
    close: () => closeAll(environments),
  });
}

function routesOf(
  parts: readonly CompositePart[],
  labels: readonly string[],
): { readonly tools: readonly ToolDefinition[]; readonly routes: ReadonlyMap<string, RoutedTool> } {
  if (parts.length === 0) throw invalid('it has no environment');
  const tools: ToolDefinition[] = [];
  const routes = new Map<string, RoutedTool>();
  for (const [part, { environment, prefix }] of parts.entries()) {
    const label = labels[part] ?? '';
    if (!/^[a-z][a-z0-9_]*$/.test(label))
      throw invalid(`the prefix ${JSON.stringify(label)} is not snake_case`);
    if (labels.indexOf(label) !== part) {
      throw invalid(
        `the facts of two environments would begin with ${label}/; give one of them a prefix of its own`,
      );
    }
    for (const tool of environment.tools) {
      const name = prefix === undefined ? tool.name : `${prefix}_${tool.name}`;
      const other = routes.get(name);
      if (other !== undefined) {
        throw invalid(
          `${labels[other.part]} and ${label} both have a tool ${name}; give one of them a prefix`,
        );
      }
      routes.set(name, { part, tool: tool.name });
      tools.push({ ...tool, name });
    }
  }
  return { tools, routes };
}

function invalid(problem: string): MettleError {
  return environmentError('invalid_definition', `The composite environment can't be made: ${problem}.`);
}
