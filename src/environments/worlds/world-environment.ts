import { type Json, type JsonObject, RandomStream } from '../../core/index.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import type { WorldState } from '../world-state.js';
import { makeTables } from './make-tables.js';
import { DataWorld, factsOf, rulesAgainst } from './world-body.js';
import type { ArgumentData, Tables, ToolData, WorldData } from './world-data.js';
import { keyArgument, worldTools } from './world-tools.js';

/** Raised when the engine answers differently for the same data. */
const ENGINE_VERSION = 2;
/** Arguments that are tried for a call that no rule forbids. */
const MOST_SAMPLES = 50;
/** Seeds whose rows are kept. */
const MOST_SEEDS = 32;

/** An environment of a world that is data. Its seed decides the rows of every table. */
export function createDataEnvironment(data: WorldData): Environment {
  const { tasks: _, ...identity } = data;
  return defineEnvironment({
    name: data.name,
    version: ENGINE_VERSION,
    tools: worldTools(data),
    identity: identity as unknown as Json,
    begin: async ({ seed }) => {
      const { tables, facts } = tablesOfSeed(data, seed);
      return new DataWorld(data, tables, facts);
    },
    sampleArguments: (tool, { seed }) => {
      const { tables } = tablesOfSeed(data, seed);
      const stream = new RandomStream(seed, `sample/${tool}`);
      for (let draws = 0; draws < MOST_SAMPLES; draws++) {
        const given = sampleArguments(data.tools[tool] as ToolData, tables, stream);
        if (rulesAgainst(data, tables, [tool, given]).length === 0) return given;
      }
      return null;
    },
  });
}

/** What a world of a seed begins with. */
export interface FirstRows {
  readonly tables: Tables;
  readonly facts: WorldState;
}

const known = new WeakMap<WorldData, Map<number, FirstRows>>();

/** The rows of a seed, drawn once for all the worlds that begin with them. */
export function tablesOfSeed(data: WorldData, seed: number): FirstRows {
  const ofData = known.get(data) ?? new Map<number, FirstRows>();
  known.set(data, ofData);
  let found = ofData.get(seed);
  if (found === undefined) {
    const tables = makeTables(data, seed);
    found = { tables, facts: factsOf(tables) };
    ofData.set(seed, found);
    const [oldest] = ofData.keys();
    if (ofData.size > MOST_SEEDS && oldest !== undefined) ofData.delete(oldest);
  }
  return found;
}

/** Arguments by chance that a tool takes. */
function sampleArguments(tool: ToolData, tables: Tables, stream: RandomStream): JsonObject {
  const keyOf = (table: string): string => stream.pick([...(tables.get(table)?.keys() ?? [])]);
  if ('find' in tool) {
    const row = tables.get(tool.find)?.get(keyOf(tool.find)) ?? {};
    const wanted = tool.by.filter((name) => !name.endsWith('?') && row[name] !== null);
    return Object.fromEntries(wanted.map((name) => [name, row[name] ?? null]));
  }
  if ('get' in tool) return { [keyArgument(tool.get)]: keyOf(tool.get) };
  if ('ask' in tool) {
    return { [keyArgument(tool.ask)]: keyOf(tool.ask), about: stream.pick(Object.keys(tool.topics)) };
  }
  const taken = Object.entries(tool.takes).filter(([name]) => !name.endsWith('?'));
  return Object.fromEntries(taken.map(([name, argument]) => [name, sampleValue(argument, keyOf, stream)]));
}

function sampleValue(argument: ArgumentData, keyOf: (table: string) => string, stream: RandomStream): Json {
  if ('ref' in argument) return keyOf(argument.ref);
  if ('int' in argument) return stream.integer(argument.int[0], argument.int[1]);
  if ('money' in argument) return stream.integer(Math.ceil(argument.money[0]), Math.floor(argument.money[1]));
  if ('pick' in argument) return stream.pick(argument.pick);
  if ('date' in argument) return '2031-06-01';
  return 'flag' in argument ? stream.chance(0.5) : 'as agreed';
}
