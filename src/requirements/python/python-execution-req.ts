import { defineOptions, option } from '../../core/index.js';
import { counted } from '../../core/internal.js';
import type { Finding } from '../../python/index.js';
import type { RunError, StackFrame } from '../../sandbox/index.js';
import type { Artefact } from '../artefact.js';
import { type CapabilityPolicy, policyMechanisms } from '../execution/capability-policy.js';
import type { Execution } from '../execution/execution.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { planExecution } from '../execution/plan-execution.js';
import {
  COMMON_OPTIONS,
  type CommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { checkRequirementEngine, type RequirementEngine } from '../requirement-engine.js';
import { checkError, failWith, type Judgement, notChecked, passWith } from '../verdict.js';
import { checkAllowedImports, forbiddenImports } from './allowed-imports.js';
import { codeOf, judgeTooLarge, judgeUngrammatical } from './code-of.js';

/** What {@link PythonExecutionReq} takes. */
export interface PythonExecutionOptions extends CommonOptions {
  /** Where the code is run. Default `none`: it is not, and the verdict is `not_checked`. */
  readonly engine?: RequirementEngine;
  /** What the code may do; fields the engine cannot keep are refused. */
  readonly policy?: CapabilityPolicy;
  /** Seconds the code may take, without those that this machine gives to others. Default 5, or the policy's. */
  readonly timeoutSeconds?: number;
  /** Characters of stdout that are accepted, one final line break not counted. Default: no limit of its own. */
  readonly maxOutputChars?: number;
  /**
   * Modules that may be imported, checked before anything runs and kept by the run's import system; `[]` means none.
   * `local_unsafe` checks beforehand only. Default: all.
   */
  readonly allowedImports?: readonly string[] | null;
}

const checkPythonExecutionOptions = defineOptions<PythonExecutionOptions>()('PythonExecutionReq', {
  ...COMMON_OPTIONS,
  engine: option.oneOf(['none', 'monty', 'cpython', 'docker', 'auto', 'local_unsafe']),
  policy: option.object,
  timeoutSeconds: option.positive,
  maxOutputChars: option.wholeNumber(1),
  allowedImports: option.any,
});

/**
 * The code runs to its end without an exception, within its time and, where asked, with no more output than allowed.
 * What was printed is in the result's `execution`. With the engine `none` nothing runs: it fails code that is missing, is no
 * Python or imports what it must not, and leaves any other `not_checked`; limits of a run have no meaning there.
 *
 * @throws {MettleError} `core/invalid_option`, `requirements/unknown_engine`, `requirements/invalid_import`, or
 *   what {@link planExecution} throws for a policy that the engine cannot keep.
 */
export function PythonExecutionReq(options: PythonExecutionOptions = {}): Requirement {
  checkPythonExecutionOptions(options);
  const engine = checkRequirementEngine(options.engine ?? 'none');
  const limit = options.maxOutputChars ?? null;
  const allowed = checkAllowedImports(options.allowedImports ?? null);
  const plan = engine === 'none' ? null : planExecution({ ...options, engine, allowedImports: allowed });
  return createRequirement({
    name: 'PythonExecutionReq',
    description: describe(engine, plan, limit),
    how:
      plan === null
        ? 'nothing is run'
        : `run once in ${engineWords(engine)}${policyWords(plan, options.policy)}`,
    engine,
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid', 'ImportRestrictions'],
    notLimitedBy: ['PythonSyntaxValid'],
    ...commonOptions(options),
    ...(plan === null ? { recipe: { make: 'PythonExecutionReq', options } } : {}),
    memoise: true,
    validate(artefact, context) {
      const found = codeOf(artefact, 'execution');
      if ('missing' in found) return found.missing;
      if (plan === null) {
        return (
          judgeUngrammatical(artefact, 'execution') ?? judgeUnauthorized(artefact, allowed) ?? NOTHING_RUN
        );
      }
      return (
        judgeUnauthorized(artefact, allowed) ??
        context.python
          .run(found.code, plan, { signal: context.signal })
          .then((execution) => judgeExecution(execution, plan, limit))
      );
    },
  });
}

/** What is said of everything that would have to be run where nothing runs. */
export const NOTHING_RUN: Judgement = notChecked(
  'Not run: the engine is `none`, which reads the code alone.',
);

/** The judgement on code that must not be run for what it imports, or because that cannot be read; else null. */
export function judgeUnauthorized(
  artefact: Artefact,
  allowed: readonly string[] | null,
): Judgement<never> | null {
  if (allowed === null) return null;
  const unread = judgeTooLarge(artefact.code ?? '', 'its imports, so nothing was run');
  if (unread !== null) return unread;
  const { modules, findings } = forbiddenImports(artefact, allowed);
  if (modules.length === 0) return null;
  return failWith(`Unauthorized imports detected, nothing was run: ${modules.join(', ')}.`, { findings });
}

/** Judges a run: it ended without an error, and printed no more than `maxOutputChars` where that is not null. */
export function judgeExecution(
  execution: Execution,
  plan: ExecutionPlan,
  maxOutputChars: number | null,
): Judgement<never> {
  const { error, stdoutChars } = execution;
  if (error !== null) return judgeRunError(error, execution, plan, maxOutputChars);
  if (maxOutputChars !== null && stdoutChars > maxOutputChars) {
    return failWith(
      `Output size (${counted(stdoutChars, 'char')}) exceeds limit (${maxOutputChars}). The code ran without errors; print less.`,
      { execution },
    );
  }
  return passWith(`The code ran without errors in ${execution.engine}.`, { execution });
}

/**
 * Judges a run that ended in an error. Where the code is not at fault, {@link judgeMachineError} says so; code that is
 * longer than a sandbox takes is `not_checked`; everything else that the code did is a failure.
 */
export function judgeRunError(
  error: RunError,
  execution: Execution | null,
  plan: ExecutionPlan,
  maxOutputChars: number | null = null,
): Judgement<never> {
  const machine = judgeMachineError(error, plan, 'The code');
  if (machine !== null) return machine;
  if (error.kind === 'limit' && error.message.includes('(maxSourceBytes)')) {
    return notChecked(
      `Not run: ${error.message}. Write a shorter program, and load large data from a file.`,
      'limit',
    );
  }
  const details = { findings: [runErrorFinding(error)], ...(execution === null ? {} : { execution }) };
  if (error.kind === 'output') {
    const limit = maxOutputChars === null ? '' : ` and exceeds limit (${maxOutputChars})`;
    return failWith(`Output size is more than the run may produce${limit}: ${error.message}.`, details);
  }
  return failWith(describeRunError(error), details);
}

/**
 * The judgement on a run that failed for this machine and not for what the code did; else null. A machine that broke
 * or gave the code too little of a processor is an `error`. What `auto` ran on and lacks is `not_checked` with the cause `engine`: another machine may run it. An
 * engine that was asked for by name is part of what is required, so what it lacks is the code's failure.
 *
 * @param what - what could not be run, as the start of a sentence: `The tests`.
 */
export function judgeMachineError(
  error: RunError,
  plan: ExecutionPlan,
  what: string,
): Judgement<never> | null {
  if (error.kind === 'infrastructure' || error.kind === 'aborted') {
    return checkError(`${what} could not be run: ${error.message}`);
  }
  if (error.starved === true) {
    return checkError(
      `${what} could not be run to the end: this machine is overloaded, and ${error.message} without getting a processor for long enough`,
    );
  }
  if (error.kind === 'unsupported' && plan.engine === 'auto') {
    return notChecked(
      `${what} could not be run by the only engine of this machine: ${error.message.replace(/\.?$/, '.')} ${error.hint ?? ''}`.trim(),
      'engine',
    );
  }
  return null;
}

/**
 * `ZeroDivisionError at line 3: division by zero`; a time limit reads `Execution timed out: …`. Where calls led there, the
 * whole chain of them follows: `ZeroDivisionError at line 3 (line 9 → line 6 in report → line 3 in mean): …`.
 */
export function describeRunError(error: RunError): string {
  const place = error.line === null ? '' : ` at line ${error.line}${callChain(error.frames)}`;
  if (error.kind === 'timeout') return `Execution timed out${place}: ${error.message}`;
  return `${error.type}${place}${error.message === '' ? '' : `: ${error.message}`}`;
}

/** Steps of a chain of calls that are shown. */
const MAX_STEPS = 12;

/** The calls that led to an error, outermost first, a call that repeats itself once; empty for a single place. */
function callChain(frames: readonly StackFrame[]): string {
  const steps: { readonly words: string; times: number }[] = [];
  for (const frame of frames) {
    const file = frame.file.startsWith('<') ? '' : `${frame.file} `;
    const words = `${file}line ${frame.line}${frame.function === '<module>' ? '' : ` in ${frame.function}`}`;
    const last = steps.at(-1);
    if (last?.words === words) last.times++;
    else steps.push({ words, times: 1 });
  }
  if (frames.length < 2) return '';
  const shown = steps.map(({ words, times }) => (times === 1 ? words : `${words} (${times} times)`));
  if (shown.length > MAX_STEPS) shown.splice(MAX_STEPS / 2, shown.length - MAX_STEPS, '…');
  return ` (${shown.join(' → ')})`;
}

function runErrorFinding(error: RunError): Finding {
  const line = error.line ?? 1;
  const column = error.frames.at(-1)?.column ?? 1;
  return {
    rule: `execution/${error.kind}`,
    severity: 'error',
    line,
    column,
    endLine: line,
    endColumn: column,
    message: describeRunError(error),
    hint: hints[error.kind] ?? missingModule(error) ?? error.hint ?? 'Repair the statement that raised it.',
  };
}

/** What the author of the code can do; what the sandbox says of these kinds speaks of limits that others set. */
const hints: Partial<Record<RunError['kind'], string>> = {
  timeout: 'Look for a loop that does not end, or do less work.',
  memory: 'Build smaller data, or go through it piece by piece.',
  output: 'Print less.',
  limit: 'Use less of what the limit counts.',
  crash: 'Avoid what ended the interpreter.',
};

/** What to do about an import of what is not there; undefined for another error. */
function missingModule({ type, message }: RunError): string | undefined {
  if (type !== 'ModuleNotFoundError') return undefined;
  const name = /^No module named '([\w.]+)'/.exec(message)?.[1];
  if (name === undefined) return undefined;
  return `The module ${name} is not available here. Use the standard library; if it should be there, its folder was not passed in "packages".`;
}

function engineWords(engine: RequirementEngine): string {
  if (engine === 'local_unsafe') return 'python3 on this host, not confined';
  if (engine === 'auto')
    return 'a sandbox: the first engine that this machine can run, confined CPython preferred';
  return `a sandbox: ${engine}`;
}

/** What keeps each field of the policy, for a person. */
function policyWords({ engine }: ExecutionPlan, policy: CapabilityPolicy = {}): string {
  return policyMechanisms(engine, policy)
    .map(({ field, mechanism }) => `; ${field} ${JSON.stringify(policy[field])}: ${mechanism}`)
    .join('');
}

function describe(engine: RequirementEngine, plan: ExecutionPlan | null, limit: number | null): string {
  if (plan === null) return 'The code should run without errors (validation only: nothing is executed).';
  const where = engine === 'local_unsafe' ? 'local execution, unconfined' : `sandbox execution: ${engine}`;
  const output = limit === null ? '' : ` Output limit: ${counted(limit, 'char')}.`;
  return `The code runs without errors (${where}, timeout: ${plan.limits.timeoutSeconds}s).${output}`;
}
