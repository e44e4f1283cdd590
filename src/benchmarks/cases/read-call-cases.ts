import { readFile } from 'node:fs/promises';
import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { parseToolCatalog } from '../../records/index.js';
import { benchmarkError } from '../error-codes.js';
import type { CallCase } from './benchmark-case.js';
import { checkCases } from './check-cases.js';
import type { ExpectedArgument, ExpectedCall } from './expected-call.js';

/**
 * Reads cases from a file of JSON lines or a JSON list. A case is `{id, query, tools, expected: [{tool, arguments}]}` as in code; or as AgentSynth has it,
 * `{id, query, expected_tool, expected_args, tools}`, where null stands for any value and a list for accepted values. Tools may be in any form that
 * `parseToolCatalog` reads.
 *
 * @throws {MettleError} `benchmarks/invalid_case`, `benchmarks/no_cases`.
 */
export async function readCallCases(path: string): Promise<readonly CallCase[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw invalid(`${path} can't be read: ${errorMessage(error)}`);
  }
  const whole = parsed(text);
  const items: readonly (readonly [string, Json])[] = Array.isArray(whole)
    ? whole.map((item, index) => [`item ${index + 1}`, item as Json] as const)
    : text
        .split('\n')
        .flatMap((line, index) => (line.trim() === '' ? [] : [[`line ${index + 1}`, parsed(line)] as const]));
  const cases = items.map(([place, item]) => caseOf(item, `${path}, ${place}`));
  checkCases(cases);
  return cases;
}

function caseOf(item: Json, place: string): CallCase {
  if (!isJsonObject(item)) throw invalid(`${place} is no JSON object`);
  const { id, query, category, instructions } = item;
  if (typeof id !== 'string' || typeof query !== 'string')
    throw invalid(`${place} needs the texts id and query`);
  const { tools, dropped } = parseToolCatalog(item.tools ?? []);
  const [problem] = dropped;
  if (problem !== undefined) throw invalid(`${place}: ${problem.where}: ${problem.reason}`);
  return {
    id,
    ...(typeof category === 'string' ? { category } : {}),
    query,
    ...(typeof instructions === 'string' ? { instructions } : {}),
    tools,
    expected: expectedIn(item, place),
  };
}

function expectedIn(item: JsonObject, place: string): readonly ExpectedCall[] {
  if (Array.isArray(item.expected)) {
    return item.expected.map((call) => {
      if (!isJsonObject(call) || typeof call.tool !== 'string') {
        throw invalid(`${place}: each of expected is {"tool": "…", "arguments": {…}}`);
      }
      const given = call.arguments ?? {};
      if (!isJsonObject(given)) throw invalid(`${place}: arguments is an object`);
      return { tool: call.tool, arguments: given as unknown as ExpectedCall['arguments'] & object };
    });
  }
  const { expected_tool: tool, expected_args: args = {} } = item;
  if (typeof tool !== 'string' || !isJsonObject(args)) {
    throw invalid(`${place} needs expected, a list of calls, or expected_tool and expected_args`);
  }
  const entries = Object.entries(args).map(([name, value]) => [name, argumentOf(value as Json)] as const);
  return [{ tool, arguments: Object.fromEntries(entries) }];
}

function argumentOf(value: Json): ExpectedArgument {
  if (value === null) return { present: true };
  return Array.isArray(value) && value.length > 0 ? { oneOf: value as readonly Json[] } : { equals: value };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function invalid(what: string) {
  return benchmarkError('invalid_case', `${what}.`);
}
