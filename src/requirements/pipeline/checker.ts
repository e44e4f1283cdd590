import { defineOptions, type MettleError, type OptionKinds, option } from '../../core/index.js';
import type { Artefact } from '../artefact.js';
import { artefactFromCode, artefactFromReply } from '../artefact.js';
import { BoundedCache } from '../bounded-cache.js';
import { requirementError } from '../error-codes.js';
import {
  createPythonRunner,
  PYTHON_RUNNER_OPTIONS,
  type PythonRunnerOptions,
} from '../execution/create-python-runner.js';
import type { PythonRunner } from '../execution/python-runner.js';
import { type Explanation, explain } from '../explain.js';
import type { Message, ModelAnswer } from '../message.js';
import type { Requirement, ValidationContext } from '../requirement.js';
import { checkRequirementList } from '../requirement-list.js';
import { FAULT_OF, type Judgement, type RequirementResult } from '../verdict.js';
import { isReadElsewhere, judgeElsewhere, readElsewhere } from '../worker/judge-large.js';
import { evaluationOrder, prerequisitesOf } from './evaluation-order.js';
import { isTurnSpent, nextTurn } from './event-loop-turns.js';
import { explainMissingNames } from './explain-missing-names.js';
import { judgeRequirement } from './judge-requirement.js';
import { makeReport, type Report } from './report.js';

/** What {@link createChecker} takes. */
export interface CheckerOptions<R extends readonly Requirement[] = readonly Requirement[]>
  extends PythonRunnerOptions {
  /** Judged in the order of their dependencies; results come in this order. Keys are unique. */
  readonly requirements: R;
  /** Replies whose facts and verdicts are remembered. Default 256. */
  readonly rememberedReplies?: number;
}

const checkCheckerOptions = defineOptions<CheckerOptions>()('createChecker', {
  ...PYTHON_RUNNER_OPTIONS,
  requirements: option.any,
  rememberedReplies: option.wholeNumber(0),
});

/** What one check takes beside the reply. */
export interface CheckOptions {
  /** Gives the check up: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The conversation that the reply answers. */
  readonly messages?: readonly Message[];
}

/** The kinds of {@link CheckOptions}. */
export const CHECK_OPTIONS: OptionKinds<CheckOptions> = {
  signal: option.signal,
  messages: option.list(),
};

const checkCheckOptions = defineOptions<CheckOptions>()('check', CHECK_OPTIONS);

/** Checks replies against one set of requirements; holds the sandboxes that executions use. */
export interface Checker<R extends readonly Requirement[] = readonly Requirement[]> extends AsyncDisposable {
  readonly requirements: R;
  /** Runs Python as the requirements do. */
  readonly python: PythonRunner;
  /** What will be checked, how, and what this machine cannot check: each engine that is needed is tried on it. */
  explain(): Promise<Explanation>;
  /** Judges a model's reply. Rejects at `signal`, and with `requirements/invalid_reply` for what is no reply. */
  check(reply: ModelAnswer, options?: CheckOptions): Promise<Report<R>>;
  /** Judges Python source that is no reply: the whole text is the code. */
  checkCode(code: string, options?: CheckOptions): Promise<Report<R>>;
  /** The report on a reply that was cut off because the requirement `key` failed; the others were not checked. */
  reportEarlyFailure(reply: ModelAnswer, key: string, judgement: Judgement): Report<R>;
  /** Ends the sandboxes. */
  close(): Promise<void>;
}

/** Characters of replies that are remembered in all. */
const REMEMBERED_CHARS = 16_000_000;

/**
 * Makes a checker. Each reply is read once: extracted, parsed and executed at most once per plan, whatever the
 * number of requirements; the same code is not executed again in later replies.
 *
 * @example
 * ```ts
 * import { createChecker, pythonCodeGenerationRequirements } from 'mettle/requirements';
 *
 * const checker = createChecker({ requirements: pythonCodeGenerationRequirements({ allowedImports: ['math'] }) });
 * for (const code of ['import math', 'import os']) {
 *   console.log(code, (await checker.check(`~~~python\n${code}\n~~~`)).ok);
 * }
 * // → import math true
 * // → import os false
 * await checker.close();
 * ```
 * @throws {MettleError} `requirements/duplicate_key`, `requirements/unknown_dependency` or
 *   `requirements/dependency_cycle` for a set that makes no sense; `requirements/none`, `requirements/invalid_requirements`,
 *   `core/invalid_option`, `sandbox/invalid_packages`.
 */
export function createChecker<const R extends readonly Requirement[]>(
  options: CheckerOptions<R>,
): Checker<R> {
  checkCheckerOptions(options);
  checkRequirementList('createChecker', options.requirements);
  // A copy of a list has its type.
  const requirements = Object.freeze([...options.requirements]) as readonly Requirement[] as R;
  const order = evaluationOrder(requirements);
  const names = [...new Set(requirements.flatMap((requirement) => requirement.names))];
  const python = createPythonRunner(options);
  const bounds = { maxEntries: options.rememberedReplies ?? 256, maxWeight: REMEMBERED_CHARS };
  const byText = new BoundedCache<RememberedReply>(bounds);
  const byIdentity = new BoundedCache<RememberedReply>(bounds);

  const judge = async (artefact: Artefact, checkOptions: CheckOptions): Promise<Report<R>> => {
    // A plain reply is its text; hashing it would cost more than judging a short one.
    const isPlain = !artefact.isSource && artefact.toolCalls.length === 0;
    const memory = isPlain ? byText : byIdentity;
    const key = isPlain ? artefact.text : artefact.id;
    let remembered = memory.get(key);
    if (remembered === undefined) {
      remembered = { artefact, judgements: new Map() };
      memory.set(key, remembered, charsOf(remembered));
    }
    const results = await judgeAll(order, remembered, checkOptions, python);
    memory.set(key, remembered, charsOf(remembered));
    return reportOf(
      remembered.artefact,
      requirements.map(({ key }) => results.get(key) as RequirementResult),
    );
  };

  const reportOf = (artefact: Artefact, results: readonly RequirementResult[]): Report<R> =>
    // Results are in the order of the requirements, each with what its requirement read.
    makeReport(artefact, requirements, results) as Report as Report<R>;

  const close = (): Promise<void> => python.close();
  return {
    requirements,
    python,
    explain: () => explain(order),
    check: async (reply, checkOptions = {}) => {
      checkCheckOptions(checkOptions);
      return judge(artefactFromReply(reply, names), checkOptions);
    },
    checkCode: async (code, checkOptions = {}) => {
      checkCheckOptions(checkOptions, 'checkCode');
      return judge(artefactFromCode(code), checkOptions);
    },
    reportEarlyFailure(reply, key, judgement) {
      const failed = requirements.find((requirement) => requirement.key === key);
      if (failed === undefined) throw unknownKey(key);
      const cut = toResult(failed, judgement);
      return reportOf(
        artefactFromReply(reply, names),
        requirements.map((requirement) => (requirement === failed ? cut : blockedBy(requirement, cut))),
      );
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function unknownKey(key: string): MettleError {
  return requirementError('unknown_key', `No requirement of this checker has the key "${key}".`);
}

interface RememberedReply {
  readonly artefact: Artefact;
  readonly judgements: Map<string, Judgement>;
}

/** Characters that remembering a reply keeps in memory: its text and what its code printed. */
function charsOf({ artefact, judgements }: RememberedReply): number {
  let chars = artefact.text.length + 1000;
  for (const { execution } of judgements.values()) {
    if (execution !== undefined) chars += execution.stdout.length + execution.stderr.length;
  }
  return chars;
}

async function judgeAll(
  order: readonly Requirement[],
  remembered: RememberedReply,
  { signal, messages = [] }: CheckOptions,
  python: PythonRunner,
): Promise<ReadonlyMap<string, RequirementResult>> {
  const results = new Map<string, RequirementResult>();
  const { artefact } = remembered;
  const isElsewhere = isReadElsewhere(artefact);
  if (isElsewhere && remembered.judgements.size === 0) await readElsewhere(artefact);
  let ownSignal: AbortSignal | undefined;
  const context: ValidationContext = {
    // Most validators never look at it, and making one costs as much as they do.
    get signal() {
      ownSignal ??= signal ?? new AbortController().signal;
      return ownSignal;
    },
    python,
    messages,
    earlier: results,
  };
  const pending = new Map<string, Promise<void>>();
  for (const requirement of order) {
    if (isTurnSpent()) await nextTurn();
    const waitsFor = prerequisitesOf(requirement).flatMap((key) => pending.get(key) ?? []);
    const judgeNow = (): void | Promise<void> => {
      // A validator that only waits for the signal would wait for ever for one that was aborted before.
      signal?.throwIfAborted();
      const judged = judgeOne(requirement, remembered, context, results, isElsewhere);
      if (!(judged instanceof Promise)) results.set(requirement.key, judged);
      else return judged.then((result) => void results.set(requirement.key, result));
    };
    const work = waitsFor.length > 0 ? Promise.all(waitsFor).then(judgeNow) : judgeNow();
    if (work instanceof Promise) {
      work.catch(() => undefined);
      pending.set(requirement.key, work);
    }
  }
  await Promise.all(pending.values());
  signal?.throwIfAborted();
  return results;
}

function judgeOne(
  requirement: Requirement,
  { artefact, judgements }: RememberedReply,
  context: ValidationContext,
  results: ReadonlyMap<string, RequirementResult>,
  isElsewhere: boolean,
): RequirementResult | Promise<RequirementResult> {
  const blocker = blockerOf(requirement, results);
  if (blocker !== null) return blockedBy(requirement, blocker);
  const known = requirement.memoise ? judgements.get(requirement.key) : undefined;
  const judged =
    known ??
    (isElsewhere && requirement.recipe !== null
      ? judgeElsewhere(requirement, artefact)
      : judgeRequirement(requirement, artefact, context));
  const finish = (judged: Judgement): RequirementResult => {
    const judgement = isElsewhere ? judged : explainMissingNames(judged, artefact, requirement.names);
    if (requirement.memoise && judgement.verdict !== 'error') judgements.set(requirement.key, judgement);
    return toResult(requirement, judgement);
  };
  return judged instanceof Promise ? judged.then(finish) : finish(judged);
}

/** The first earlier result that keeps a requirement from being judged. */
function blockerOf(
  requirement: Requirement,
  results: ReadonlyMap<string, RequirementResult>,
): RequirementResult | null {
  for (const key of requirement.dependencies) {
    const result = results.get(key);
    if (result !== undefined && result.verdict !== 'pass') return result;
  }
  for (const key of requirement.follows) {
    const result = results.get(key);
    if (result !== undefined && result.verdict !== 'pass' && !isPassable(requirement, result)) return result;
  }
  return null;
}

/** Whether a requirement that follows one that did not pass is judged nevertheless. */
function isPassable({ notLimitedBy }: Requirement, { severity, cause, key }: RequirementResult): boolean {
  return severity === 'should' || cause === 'by_choice' || (cause === 'limit' && notLimitedBy.includes(key));
}

function blockedBy(requirement: Requirement, blocker: RequirementResult): RequirementResult {
  const root = blocker.blockedBy ?? blocker.key;
  return {
    requirement: requirement.name,
    key: requirement.key,
    severity: requirement.severity,
    verdict: 'not_checked',
    reason: `Not checked because ${root} ${blocker.blockedBy === null ? describeVerdict(blocker) : 'did not pass'}.`,
    findings: [],
    score: null,
    execution: null,
    cause: 'dependency',
    fault: blocker.fault ?? 'code',
    blockedBy: root,
  };
}

function describeVerdict({ verdict, cause }: RequirementResult): string {
  if (verdict === 'fail') return 'failed';
  if (cause === 'limit' || cause === 'engine' || cause === 'namespace' || cause === 'crossing')
    return 'could not judge it';
  return verdict === 'error' ? 'could not be checked' : 'was not checked';
}

function toResult(requirement: Requirement, judgement: Judgement): RequirementResult {
  const { verdict, reason, findings = [], score } = judgement;
  const isScored = verdict === 'pass' || verdict === 'fail';
  const cause = verdict === 'not_checked' ? (judgement.cause ?? 'by_choice') : null;
  return {
    requirement: requirement.name,
    key: requirement.key,
    severity: requirement.severity,
    verdict,
    reason,
    findings,
    score: isScored ? (score ?? (verdict === 'pass' ? 1 : 0)) : null,
    execution: judgement.execution ?? null,
    ...(verdict === 'pass' && judgement.value !== undefined ? { value: judgement.value } : {}),
    cause,
    fault:
      cause === null
        ? verdict === 'error'
          ? 'machine'
          : null
        : cause === 'dependency'
          ? 'code'
          : FAULT_OF[cause],
    blockedBy: null,
  };
}
