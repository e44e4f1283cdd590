import { resolve } from 'node:path';
import {
  type BenchmarkReport,
  type Reproduction,
  readBenchmarkReport,
  reproduceReport,
  runBenchmark,
  writeBenchmarkReport,
} from '../../../benchmarks/index.js';
import type { JsonObject } from '../../../core/index.js';
import type { CommandCall, CommandIo, CommandOutcome } from '../../command.js';
import { missingArgument, usageError } from '../../parse-option.js';
import { outputPath } from '../records/output-path.js';
import { openSubject } from './open-subject.js';
import { openSuite } from './open-suite.js';

/** Trials that came out otherwise, that a person is shown. */
const SHOWN = 10;

/** Runs `mettle verify-run`. */
export async function verifyRun({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const file = String(args[0]);
  const before = await readBenchmarkReport(resolve(io.cwd, file));
  const { out, tolerance } = options;
  const output =
    out === undefined
      ? null
      : await outputPath(file, { option: '--out', given: out, ending: '', cwd: io.cwd, others: [args[1]] });
  const asked = readOrigin(before, args[1]);
  await using suite = await openSuite(asked.suite, { ...options, ...asked.cases, seed: before.seed }, io);
  const subject = await openSubject(subjectOptions(before, asked.policy, options), suite.cases, io);
  const { maxSteps, temperature, maxTokens } = before.settings;
  const after = await runBenchmark(subject, suite.cases, {
    suite: suite.name,
    trials: Math.max(1, ...before.cases.map(({ trials }) => trials.length)),
    seed: before.seed,
    maxSteps,
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens === null ? {} : { maxTokens }),
    ...(before.origin === null ? {} : { origin: before.origin }),
    concurrency: Number(options.concurrency),
    stop: io.signal,
    onProgress: io.progress,
  });
  if (output !== null) await writeBenchmarkReport(output, after);
  const found = reproduceReport(before, after);
  const isClose =
    found.sameCases &&
    found.sameSubject &&
    found.missing === 0 &&
    found.delta !== null &&
    Math.abs(found.delta.mean) <= Number(tolerance) + 1e-9;
  const isGood = Number(tolerance) === 0 ? isClose && found.changed.length === 0 : isClose;
  return {
    exitCode: isGood ? 0 : 1,
    document: {
      same_cases: found.sameCases,
      same_subject: found.sameSubject,
      same_settings: found.sameSettings,
      reproduced: found.reproduced,
      within_tolerance: isClose,
      trials: found.trials,
      missing: found.missing,
      changed: found.changed.map(({ caseId, ...trial }) => ({ case_id: caseId, ...trial })),
      delta: found.delta?.mean ?? null,
      before: { run: before.run, score: before.score?.mean ?? null, versions: { ...before.versions } },
      after: { run: after.run, score: after.score?.mean ?? null, versions: { ...after.versions } },
      output,
    },
    text: wordsOf(found, before, after),
    resume: 'Stopped. Nothing of it is kept.',
  };
}

interface Origin {
  readonly suite: string;
  readonly cases: Readonly<Record<string, unknown>>;
  readonly policy: string | undefined;
}

/**
 * Reads what made a result. A file or a module that it names is never opened: the result may be a stranger's, so the person names it again.
 */
function readOrigin({ origin, cases }: BenchmarkReport, given: string | undefined): Origin {
  if (origin === null || typeof origin.suite !== 'string') {
    throw usageError('The result does not say which suite it is of: only results of mettle bench do.');
  }
  if (origin.is_file === true && given === undefined) {
    throw missingArgument(`The result is of the file ${origin.suite}: name that file after the result.`);
  }
  if (origin.is_file !== true && given !== undefined) {
    throw usageError(`The result is of the suite ${origin.suite}, which needs no file.`);
  }
  const { category, level, policy } = origin;
  return {
    suite: given ?? wordOf(origin),
    cases: {
      count: cases.length,
      ...(Array.isArray(category) ? { category: category.map(String) } : {}),
      ...(Number.isSafeInteger(level) ? { level } : {}),
    },
    policy: typeof policy === 'string' ? policy : undefined,
  };
}

function wordOf({ suite }: JsonObject): string {
  const word = String(suite);
  if (!/^[a-z][a-z0-9_-]*$/.test(word)) throw usageError('The result names no suite of mettle bench.');
  return word;
}

function subjectOptions(
  { subject, settings }: BenchmarkReport,
  policy: string | undefined,
  { model, agent }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { maxSteps } = settings;
  if (policy !== undefined) {
    if (model !== undefined || agent !== undefined) {
      throw usageError(`The result is of the policy ${policy}: leave out --model and --agent.`);
    }
    return { policy, maxSteps };
  }
  if (model === undefined && agent === undefined) {
    const option = subject.model === null ? '--agent' : '--model';
    throw missingArgument(`The result is of ${subject.name}: give ${option}, so that it runs again.`);
  }
  return { model, agent, maxSteps };
}

function wordsOf(found: Reproduction, before: BenchmarkReport, after: BenchmarkReport): string {
  const share = (report: BenchmarkReport): string =>
    report.score === null ? 'none' : `${(100 * report.score.mean).toFixed(1)} %`;
  if (!found.sameCases) return 'The cases are not those of the result: data, versions or options differ.';
  return [
    `Score: ${share(before)} → ${share(after)}`,
    `${found.trials - found.changed.length} of ${found.trials} trials came out as they did.`,
    ...found.changed
      .slice(0, SHOWN)
      .map(({ caseId, trial, ...each }) => `  ${caseId}, trial ${trial + 1}: ${each.before} → ${each.after}`),
    ...(found.changed.length > SHOWN ? ['  … --json lists them all'] : []),
    ...(found.missing === 0 ? [] : [`${found.missing} trials were not played again.`]),
    ...(found.sameSubject
      ? []
      : [`Another subject: ${before.subject.name} (${before.subject.version}) in the result.`]),
    ...(found.sameSettings
      ? []
      : [`Other versions: Mettle ${before.versions.mettle} and Node ${before.versions.node} in the result.`]),
  ].join('\n');
}
