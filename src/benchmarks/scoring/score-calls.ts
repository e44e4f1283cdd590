import type { Json } from '../../core/index.js';
import { counted, oneLine, shortened } from '../../core/internal.js';
import { checkToolArguments } from '../../environments/internal.js';
import type { ToolDefinition } from '../../records/index.js';
import type { CallCase } from '../cases/benchmark-case.js';
import type { ExpectedArgument, ExpectedCall, PredictedCall } from '../cases/expected-call.js';
import { type CallScore, RIGHT, wrongTools } from './call-score.js';
import { pairUp } from './pair-up.js';
import { typedEqual } from './typed-equal.js';

/**
 * Scores the calls of a reply against those that a case expects, in any order. They pass if each has the expected arguments, no others, and fits
 * its tool's schema.
 */
export function scoreCalls({ expected, tools }: CallCase, calls: readonly PredictedCall[]): CallScore {
  if (expected.length === 0 && calls.length === 0) return RIGHT;
  if (calls.length === 0) return wrongTools('no_call', `Expected ${namesOf(expected)}; nothing was called.`);
  if (expected.length === 0) return wrongTools('needless_call', `Expected no call; got ${namesOf(calls)}.`);
  if (calls.length !== expected.length) {
    return wrongTools(
      'wrong_call_count',
      `Expected ${counted(expected.length, 'call')}; got ${calls.length} (${namesOf(calls)}).`,
    );
  }
  if (sortedNames(expected).join('\n') !== sortedNames(calls).join('\n')) {
    return wrongTools('wrong_tool', `Expected ${namesOf(expected)}; got ${namesOf(calls)}.`);
  }
  const problemsOf = (place: number, item: number): Problems =>
    problems(expected[place] as ExpectedCall, calls[item] as PredictedCall, tools);
  if (pairUp(expected.length, (place, item) => problemsOf(place, item).strict === null) !== null)
    return RIGHT;
  const lenient = pairUp(expected.length, (place, item) => problemsOf(place, item).lenient === null) !== null;
  return {
    passed: false,
    credit: lenient ? 1 : 0.5,
    toolsRight: true,
    argumentsRight: lenient,
    kind: 'wrong_arguments',
    reason: firstProblem(expected, calls, tools),
  };
}

/** What is wrong with a call for an expected one; null where nothing is. */
interface Problems {
  /** With arguments that are not expected or don't fit the schema. */
  readonly strict: string | null;
  /** With expected arguments alone. */
  readonly lenient: string | null;
}

function problems(
  { tool, arguments: expected = {} }: ExpectedCall,
  call: PredictedCall,
  tools: readonly ToolDefinition[],
): Problems {
  if (call.tool !== tool) return both(`Expected ${tool}; got another tool.`);
  if (call.invalidArguments !== undefined) return both(`The arguments of ${tool} are no JSON object.`);
  for (const [name, argument] of Object.entries(expected)) {
    const given = Object.hasOwn(call.arguments, name) ? call.arguments[name] : undefined;
    if (!holds(argument, given))
      return both(`${tool}: ${name} is ${shown(given)}; expected ${wanted(argument)}.`);
  }
  const extra = Object.keys(call.arguments).find((name) => !Object.hasOwn(expected, name));
  if (extra !== undefined) return { lenient: null, strict: `${tool}: ${extra} is not expected.` };
  const definition = tools.find(({ name }) => name === tool);
  const [problem] = definition === undefined ? [] : checkToolArguments(definition, call.arguments);
  return { lenient: null, strict: problem === undefined ? null : `${tool}: ${problem}.` };
}

function both(problem: string): Problems {
  return { strict: problem, lenient: problem };
}

function holds(argument: ExpectedArgument, given: Json | undefined): boolean {
  if (given === undefined) return argument.optional === true;
  if ('equals' in argument) return typedEqual(argument.equals, given);
  return 'oneOf' in argument ? argument.oneOf.some((value) => typedEqual(value, given)) : true;
}

/** The problem of the first expected call that no call meets. */
function firstProblem(
  expected: readonly ExpectedCall[],
  calls: readonly PredictedCall[],
  tools: readonly ToolDefinition[],
): string {
  for (const one of expected) {
    const found = calls
      .filter(({ tool }) => tool === one.tool)
      .map((call) => problems(one, call, tools).strict);
    if (!found.includes(null)) return found[0] ?? '';
  }
  return 'Two expected calls are met by the same call alone.';
}

const SHOWN_CHARACTERS = 60;

function shown(value: Json | undefined): string {
  return value === undefined ? 'missing' : shortened(JSON.stringify(value), SHOWN_CHARACTERS);
}

function wanted(argument: ExpectedArgument): string {
  if ('equals' in argument) return shown(argument.equals);
  return 'oneOf' in argument ? `one of ${argument.oneOf.slice(0, 5).map(shown).join(', ')}` : 'a value';
}

function sortedNames(calls: readonly { readonly tool: string }[]): readonly string[] {
  return calls.map(({ tool }) => tool).sort();
}

const MOST_NAMES = 8;

function namesOf(calls: readonly { readonly tool: string }[]): string {
  const names = calls.slice(0, MOST_NAMES).map(({ tool }) => shortened(oneLine(tool), SHOWN_CHARACTERS));
  return `${names.join(', ')}${calls.length > MOST_NAMES ? ' …' : ''}`;
}
