import { defineOptions, option } from '../../core/index.js';
import { counted, quoted } from '../../core/internal.js';
import type { Finding } from '../../python/index.js';
import { allHold } from '../all-hold.js';
import { codeOf } from '../python/code-of.js';
import { judgeRunError } from '../python/python-execution-req.js';
import { commonOptions, createRequirement, type Requirement } from '../requirement.js';
import { failWith, passWith } from '../verdict.js';
import { isNear } from './python-equality.js';
import { SANDBOXED_OPTIONS, type SandboxedOptions, sandboxPlan } from './sandboxed.js';

/** What a program is given on standard input, and what it must print. */
export interface StdioCase {
  readonly stdin: string;
  readonly stdout: string;
}

/** What {@link StdioPass} takes. */
export interface StdioPassOptions extends SandboxedOptions {
  readonly cases: readonly StdioCase[];
  /**
   * How output is compared: `exact`, every character but line breaks at the end; `tokens`, the words between blanks and
   * line breaks; `floats`, as `tokens`, where numbers may differ by the tolerance. Default `tokens`.
   */
  readonly compare?: 'exact' | 'tokens' | 'floats';
  /** For `floats`: how far numbers may be apart, as a share of the larger. Default 1e-6. */
  readonly tolerance?: number;
  /** For `floats`: how far they may be apart at any size. Default 1e-6. */
  readonly absoluteTolerance?: number;
  /** How many of the cases the description tells a model of. Default 2. A failure shows up to three that fail, told or not. */
  readonly told?: number;
}

const checkStdioPassOptions = defineOptions<StdioPassOptions>()('StdioPass', {
  ...SANDBOXED_OPTIONS,
  cases: option.required(option.list(option.object, 1)),
  compare: option.oneOf(['exact', 'tokens', 'floats']),
  tolerance: option.amount,
  absoluteTolerance: option.amount,
  told: option.wholeNumber(0),
});

const checkStdioCase = defineOptions<StdioCase>()('A case', {
  stdin: option.required(option.string),
  stdout: option.required(option.string),
});

/** Failed cases that the reason spells out. */
const SPELLED_OUT = 3;
/** Characters of a text that a reason shows. */
const SHOWN = 200;

/**
 * The program reads standard input and prints what each case expects, as in a programming contest. Each case is a run of
 * its own; output is compared outside the sandbox. The score is the share of cases that hold. A case that runs out of
 * time ends the rest, which count as failed.
 *
 * @example
 * ```ts
 * import { checkPython, StdioPass } from 'mettle/requirements';
 *
 * const sums = StdioPass({ cases: [{ stdin: '1 2\n', stdout: '3\n' }, { stdin: '2 2\n', stdout: '4\n' }] });
 * const report = await checkPython('a, b = map(int, input().split())\nprint(a * b)', [sums]);
 * console.log(report.results[0]?.reason);
 * // → 1 of 2 cases fails: for stdin "1 2\n" it printed "2\n"; expected "3\n" (token 1: 2, not 3).
 * ```
 * @throws {MettleError} `core/invalid_option`, or what a sandbox is refused for.
 */
export function StdioPass(options: StdioPassOptions): Requirement {
  checkStdioPassOptions(options);
  const { cases, told = 2 } = options;
  for (const [at, each] of cases.entries()) checkStdioCase(each, `cases[${at}]`);
  const difference = comparisonOf(options);
  const plan = sandboxPlan(options);
  return createRequirement({
    name: 'StdioPass',
    description: describe(cases.slice(0, told)),
    how: `${counted(cases.length, 'run')} in a sandbox with standard input, output compared outside it`,
    engine: plan.engine,
    // Not after a run without input, which ends where the program reads.
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid', 'ImportRestrictions'],
    notLimitedBy: ['PythonSyntaxValid'],
    ...commonOptions(options),
    memoise: true,
    async validate(artefact, context) {
      const found = codeOf(artefact, 'the cases');
      if ('missing' in found) return found.missing;
      const failures: string[] = [];
      const findings: Finding[] = [];
      let failed = 0;
      for (const [at, { stdin, stdout }] of cases.entries()) {
        const execution = await context.python.run(found.code, plan, { signal: context.signal, stdin });
        const shown = `for stdin ${quoted(stdin, SHOWN)}`;
        const { error } = execution;
        if (error !== null) {
          const judged = judgeRunError(error, execution, plan);
          if (judged.verdict !== 'fail') return judged;
          findings.push(...(judged.findings ?? []));
          failures.push(`${shown} ${judged.reason.replace(/\.$/, '')}.`);
          failed += error.kind === 'timeout' ? cases.length - at : 1;
          if (error.kind === 'timeout') break;
          continue;
        }
        const wrong = difference(execution.stdout, stdout);
        if (wrong === null) continue;
        failed++;
        const printed = execution.stdout === '' ? 'nothing' : quoted(execution.stdout, SHOWN);
        failures.push(
          `${shown} it printed ${printed}; expected ${quoted(stdout, SHOWN)} (${wrong}).${errorOutput(execution.stderr)}`,
        );
      }
      const score = 1 - failed / cases.length;
      if (failed === 0) return passWith(allHold(cases.length), { score });
      const more = failed - Math.min(SPELLED_OUT, failures.length);
      return failWith(
        `${failed} of ${counted(cases.length, 'case')} ${failed === 1 ? 'fails' : 'fail'}: ${failures.slice(0, SPELLED_OUT).join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
        { score, findings: findings.slice(0, 1) },
      );
    },
  });
}

/** The last line of standard error, such as the exception that ended a thread. */
function errorOutput(stderr: string): string {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  return last === '' ? '' : ` Its standard error ends with ${quoted(last, SHOWN)}.`;
}

function describe(told: readonly StdioCase[]): string {
  const words = 'The program reads standard input and prints the answer to standard output, and nothing else';
  if (told.length === 0) return `${words}.`;
  const shown = told.map(({ stdin, stdout }) => `${quoted(stdin, SHOWN)} → ${quoted(stdout, SHOWN)}`);
  return `${words}, for example: ${shown.join('; ')}.`;
}

/** Says in what two outputs differ; null where they do not. */
type Comparison = (printed: string, expected: string) => string | null;

function comparisonOf({
  compare = 'tokens',
  tolerance: relative = 1e-6,
  absoluteTolerance: absolute = 1e-6,
}: StdioPassOptions): Comparison {
  if (compare === 'exact') return compareLines;
  const isSame = (printed: string, expected: string): boolean =>
    printed === expected ||
    (compare === 'floats' &&
      NUMBER.test(printed) &&
      NUMBER.test(expected) &&
      isNear(Number(printed), Number(expected), { relative, absolute }));
  return (printed, expected) => firstDifference('token', tokensOf(printed), tokensOf(expected), isSame);
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function tokensOf(text: string): readonly string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}

function compareLines(printed: string, expected: string): string | null {
  const [own, wanted] = [printed, expected].map((text) =>
    text.replaceAll('\r\n', '\n').replace(/(?<!\n)\n+$/, ''),
  );
  return firstDifference('line', own?.split('\n') ?? [], wanted?.split('\n') ?? [], (a, b) => a === b);
}

function firstDifference(
  what: string,
  printed: readonly string[],
  expected: readonly string[],
  isSame: (printed: string, expected: string) => boolean,
): string | null {
  const count = Math.max(printed.length, expected.length);
  for (let at = 0; at < count; at++) {
    const [own, wanted] = [printed[at], expected[at]];
    if (own !== undefined && wanted !== undefined && isSame(own, wanted)) continue;
    const [shown, not] = [own, wanted].map((text) => (text === undefined ? 'missing' : quotedWord(text)));
    return `${what} ${at + 1}: ${shown}, not ${not}`;
  }
  return null;
}

function quotedWord(text: string): string {
  return /^[\w.+-]{1,40}$/.test(text) ? text : quoted(text, 40);
}
