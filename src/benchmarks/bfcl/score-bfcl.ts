import { counted } from '../../core/internal.js';
import type { BfclCase } from '../cases/benchmark-case.js';
import type { PredictedCall } from '../cases/expected-call.js';
import { type CallScore, RIGHT, wrongTools } from '../scoring/call-score.js';
import { type BfclAnswer, type BfclCall, type BfclFunctions, callProblem } from './check-call.js';
import { isDict, type PythonValue, parseWritten, unwritten } from './python-value.js';

/**
 * Scores the calls of a reply by the rules of BFCL v4: `ast_checker` in the conventions of the functions' language, and whether anything was called at all for
 * `irrelevance` and `relevance`. Credit of 0.5 for the right functions is ours.
 */
export function scoreBfcl(
  { rule, functions, answers, language = 'python' }: BfclCase,
  calls: readonly PredictedCall[],
): CallScore {
  if (rule === 'irrelevance') {
    return calls.length === 0
      ? RIGHT
      : wrongTools('needless_call', 'Expected no call; something was called.');
  }
  if (rule === 'relevance') {
    return calls.length > 0 ? RIGHT : wrongTools('no_call', 'Expected a call; nothing was called.');
  }
  const expected = answersIn(answers);
  if (calls.length === 0) return wrongTools('no_call', 'Nothing was called.');
  if (calls.length !== expected.length) {
    return wrongTools(
      'wrong_call_count',
      `Expected ${counted(expected.length, 'call')}; got ${calls.length}.`,
    );
  }
  const made = calls.map(callOf);
  const torn = calls.find(({ invalidArguments }) => invalidArguments !== undefined);
  const problem =
    torn === undefined
      ? firstProblem({ functions, language }, made, expected)
      : `The arguments of ${torn.tool} are no JSON object.`;
  if (problem === null) return RIGHT;
  const names = (all: readonly { readonly tool: string }[]) => all.map(({ tool }) => tool).sort();
  const toolsRight = names(expected).join('\n') === names(made).join('\n');
  if (!toolsRight) return wrongTools('wrong_tool', `Expected ${names(expected).join(', ')}.`);
  return {
    passed: false,
    credit: 0.5,
    toolsRight,
    argumentsRight: false,
    kind: 'wrong_arguments',
    reason: problem,
  };
}

/** The problem of the first answer that no call is left for; each answer in turn takes the first call that fits. */
function firstProblem(
  described: BfclFunctions,
  calls: readonly BfclCall[],
  expected: readonly BfclAnswer[],
): string | null {
  const left = [...calls];
  for (const answer of expected) {
    const problems = left.map((call) => callProblem(described, call, answer));
    const at = problems.indexOf(null);
    const ofTool = left.findIndex(({ tool }) => tool === answer.tool);
    if (at === -1) return problems[Math.max(0, ofTool)] ?? `${answer.tool} is not called.`;
    left.splice(at, 1);
  }
  return null;
}

function callOf({ tool, arguments: given, argumentsText }: PredictedCall): BfclCall {
  const written = argumentsText === undefined ? unwritten(given) : parseWritten(argumentsText);
  return { tool, arguments: isDict(written) ? written : {} };
}

function answersIn(text: string | null): readonly BfclAnswer[] {
  const list = text === null ? [] : parseWritten(text);
  return (Array.isArray(list) ? (list as readonly PythonValue[]) : []).flatMap((answer) => {
    const [entry] = isDict(answer) ? Object.entries(answer) : [];
    if (entry === undefined || !isDict(entry[1])) return [];
    return [{ tool: entry[0], accepted: entry[1] as BfclAnswer['accepted'] }];
  });
}
