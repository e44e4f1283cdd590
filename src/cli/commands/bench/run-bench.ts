import { relative } from 'node:path';
import {
  type BenchmarkReport,
  benchmarkTable,
  runBenchmark,
  writeBenchmarkReport,
} from '../../../benchmarks/index.js';
import { summaryRecord } from '../../../benchmarks/internal.js';
import { createBudget } from '../../../models/index.js';
import type { CommandCall, CommandIo, CommandOutcome } from '../../command.js';
import { missingArgument } from '../../parse-option.js';
import { ciFiles, writeCiFiles } from './ci-files.js';
import { openSubject } from './open-subject.js';
import { openSuite } from './open-suite.js';
import { originOf } from './origin.js';
import { resultFile } from './result-file.js';
import { openSavedRecords, type SavedRecords } from './saved-records.js';

/** Milliseconds after which what was done is written. A kill costs the trials since then. */
const WRITTEN_EVERY = 5_000;

/** Runs `mettle bench`. */
export async function runBench({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const started = performance.now();
  const [suite] = args;
  if (suite === undefined) {
    throw missingArgument(
      'Give a suite: a world such as sql or airline; bfcl, humaneval, mbpp, livecodebench or arc with --data; or a file of cases.',
    );
  }
  await using cases = await openSuite(suite, options, io);
  const subject = await openSubject(options, cases.cases, io);
  const { output, earlier } = await resultFile(suite, options, io);
  const ci = await ciFiles(options, output, io);
  await using records = await savedRecords(options.save, { output, earlier }, io);
  const maxCalls = options.maxCalls as number | undefined;
  let writtenAt = performance.now();
  const report = await runBenchmark(subject, cases.cases, {
    suite: cases.name,
    trials: Number(options.trials),
    maxSteps: Number(options.maxSteps),
    concurrency: Number(options.concurrency),
    seed: Number(options.seed),
    ...(maxCalls === undefined ? {} : { budget: createBudget({ calls: maxCalls }) }),
    origin: originOf(suite, options),
    ...(earlier === null ? {} : { resume: earlier }),
    stop: io.signal,
    onProgress: io.progress,
    onTrial: async (_result, trajectory, soFar) => {
      if (trajectory !== null) await records?.add(trajectory);
      if (performance.now() - writtenAt < WRITTEN_EVERY) return;
      await writeBenchmarkReport(output, soFar());
      writtenAt = performance.now();
    },
  });
  const done = report.scored + report.errors + report.notChecked;
  if (done > 0) await writeBenchmarkReport(output, report);
  await writeCiFiles(ci, report);
  const minScore = options.minScore as number | undefined;
  const score = report.score?.mean ?? null;
  const isEnough = score !== null && (minScore === undefined ? score > 0 : score >= minScore);
  const isGood = report.stopReason === 'complete' && report.errors === 0 && isEnough;
  const shown = relative(io.cwd, output) || output;
  const first = report.cases.flatMap(({ trials }) => trials).find(({ verdict }) => verdict === 'error');
  return {
    exitCode: isGood ? 0 : 1,
    document: {
      suite: report.suite,
      ...summaryRecord(report),
      subject: { ...report.subject },
      trials: report.trialCount,
      stop_reason: report.stopReason,
      min_score: minScore ?? null,
      output: done > 0 ? output : null,
      saved: records?.path ?? null,
      ...ci,
      seconds: (performance.now() - started) / 1000,
    },
    text: [
      benchmarkTable(report),
      '',
      ...(first === undefined ? [] : [`The first error: ${first.reason}`]),
      ...(report.stopReason === 'budget'
        ? ['The budget is used up; --resume with a larger one goes on.']
        : []),
      ...(minScore === undefined || isEnough
        ? []
        : [`The score is below --min-score ${minScore}${score === null ? '' : `: ${score.toFixed(4)}`}.`]),
      ...(done > 0 ? [`result: ${shown}`] : []),
    ].join('\n'),
    resume: `Stopped after ${done} trials${done > 0 ? `, which are kept in ${shown}` : ''}. The same command with --resume goes on.`,
  };
}

async function savedRecords(
  save: unknown,
  result: { readonly output: string; readonly earlier: BenchmarkReport | null },
  io: CommandIo,
): Promise<SavedRecords | null> {
  if (typeof save !== 'string') return null;
  return openSavedRecords({ save, ...result }, io);
}
