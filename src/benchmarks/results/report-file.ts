import { readFile } from 'node:fs/promises';
import {
  describeProblem,
  isJsonObject,
  type Json,
  type JsonObject,
  type MettleError,
  type Steps,
  schemaValidator,
} from '../../core/index.js';
import { contentHashSteps, errorMessage, inTurns } from '../../core/internal.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import type { PredictedCall } from '../cases/expected-call.js';
import { benchmarkError } from '../error-codes.js';
import { type BenchmarkReport, type BenchmarkStop, benchmarkReport } from './benchmark-report.js';
import { CASE_SCHEMA, HEAD_SCHEMA } from './report-schema.js';
import type { TrialResult } from './trial-result.js';

const checkHead = schemaValidator(HEAD_SCHEMA);
const checkCase = schemaValidator(CASE_SCHEMA);

/**
 * Writes a report as JSON, whole or not at all. `summary` in it is for readers: {@link readBenchmarkReport} computes it anew.
 * @throws {MettleError} `filesystem/host_write_failed`
 */
export async function writeBenchmarkReport(path: string, report: BenchmarkReport): Promise<void> {
  const document = {
    version: 2,
    versions: { ...report.versions },
    run: report.run,
    suite: report.suite,
    fingerprint: report.fingerprint,
    subject: { ...report.subject },
    seed: report.seed,
    trial_count: report.trialCount,
    settings: {
      max_steps: report.settings.maxSteps,
      temperature: report.settings.temperature,
      max_tokens: report.settings.maxTokens,
    },
    origin: report.origin,
    stop_reason: report.stopReason,
    summary: summaryRecord(report),
    cases: report.cases.map(({ id, category, query, trials }) => ({
      id,
      category,
      query,
      trials: trials.map(trialRecord),
    })),
  };
  const hash = await inTurns(hashOf(document as unknown as JsonObject));
  await writeFileAtomically(path, `${JSON.stringify({ ...document, hash }, null, 1)}\n`);
}

/**
 * Reads a report that {@link writeBenchmarkReport} wrote.
 * @throws {MettleError} `benchmarks/invalid_report` for a file that is none, of another version, or changed since.
 */
export async function readBenchmarkReport(path: string): Promise<BenchmarkReport> {
  const document = await readDocument(path);
  const { hash, ...hashed } = document;
  if (document.version !== 2)
    throw invalid(path, `has version ${String(document.version)}; this Mettle reads version 2`);
  const [problem] = checkHead.check(document);
  if (problem !== undefined) throw invalid(path, `is no benchmark result: ${describeProblem(problem, 'it')}`);
  const cases = document.cases as readonly JsonObject[];
  await inTurns(checkEach(cases, path));
  if (hash !== (await inTurns(hashOf(hashed)))) throw invalid(path, 'was changed after it was written');
  const subject = document.subject as JsonObject;
  const settings = document.settings as JsonObject;
  const versions = document.versions as JsonObject;
  return benchmarkReport({
    suite: String(document.suite),
    fingerprint: String(document.fingerprint),
    subject: {
      name: String(subject.name),
      version: String(subject.version),
      model: typeof subject.model === 'string' ? subject.model : null,
    },
    seed: Number(document.seed),
    trialCount: Number(document.trial_count),
    settings: {
      maxSteps: Number(settings.max_steps),
      temperature: settings.temperature as number | null,
      maxTokens: settings.max_tokens as number | null,
    },
    versions: { mettle: String(versions.mettle), node: String(versions.node) },
    origin: isJsonObject(document.origin) ? document.origin : null,
    stopReason: document.stop_reason as BenchmarkStop,
    heads: cases.map(({ id, category, query }) => ({
      id: String(id),
      category: String(category),
      query: String(query),
    })),
    trials: cases.flatMap(({ id, trials }) =>
      (trials as readonly JsonObject[]).map((trial) => trialOf(String(id), trial)),
    ),
  });
}

/** The figures of a report as snake_case JSON. */
export function summaryRecord(report: BenchmarkReport): JsonObject {
  const { score, byCategory } = report;
  return {
    cases: report.cases.length,
    scored: report.scored,
    errors: report.errors,
    not_checked: report.notChecked,
    score: score?.mean ?? null,
    interval: score === null ? null : [score.low, score.high],
    credit: report.credit,
    tool_accuracy: report.toolAccuracy,
    argument_accuracy: report.argumentAccuracy,
    by_category: byCategory.map(({ category, cases, score: ofIt }) => ({
      category,
      cases,
      score: ofIt?.mean ?? null,
      interval: ofIt === null ? null : [ofIt.low, ofIt.high],
    })),
    pass_at_k: report.passAtK.map(({ mean }) => mean),
    pass_at_k_intervals: report.passAtK.map(({ low, high }) => [low, high]),
    pass_hat_k: report.passHatK.map(({ mean }) => mean),
    pass_hat_k_intervals: report.passHatK.map(({ low, high }) => [low, high]),
    flaky: [...report.flaky],
  };
}

function trialRecord(trial: TrialResult): JsonObject {
  const { usage } = trial;
  return {
    trial: trial.trial,
    seed: trial.seed,
    prompt: trial.prompt,
    verdict: trial.verdict,
    credit: trial.credit,
    tools_right: trial.toolsRight,
    arguments_right: trial.argumentsRight,
    kind: trial.kind,
    reason: trial.reason,
    calls: trial.calls.map(({ tool, arguments: given, argumentsText, invalidArguments }) => ({
      tool,
      arguments: given,
      ...(argumentsText === undefined ? {} : { arguments_text: argumentsText }),
      ...(invalidArguments === undefined ? {} : { invalid_arguments: invalidArguments }),
    })),
    trajectory_id: trial.trajectoryId,
    usage:
      usage === null
        ? null
        : {
            model_calls: usage.modelCalls,
            input_tokens: usage.inputTokens,
            output_tokens: usage.outputTokens,
            dollars: usage.dollars,
          },
  };
}

function trialOf(caseId: string, record: JsonObject): TrialResult {
  const usage = record.usage;
  return {
    caseId,
    trial: Number(record.trial),
    seed: Number(record.seed),
    prompt: record.prompt as TrialResult['prompt'],
    verdict: record.verdict as TrialResult['verdict'],
    credit: record.credit as TrialResult['credit'],
    toolsRight: record.tools_right as TrialResult['toolsRight'],
    argumentsRight: record.arguments_right as TrialResult['argumentsRight'],
    kind: record.kind as TrialResult['kind'],
    reason: String(record.reason),
    calls: (record.calls as readonly JsonObject[]).map(callOf),
    trajectoryId: record.trajectory_id as TrialResult['trajectoryId'],
    usage: isJsonObject(usage)
      ? {
          modelCalls: Number(usage.model_calls),
          inputTokens: Number(usage.input_tokens),
          outputTokens: Number(usage.output_tokens),
          dollars: typeof usage.dollars === 'number' ? usage.dollars : null,
        }
      : null,
  };
}

function callOf({
  tool,
  arguments: given,
  arguments_text: text,
  invalid_arguments: invalidText,
}: JsonObject): PredictedCall {
  return {
    tool: String(tool),
    arguments: given as JsonObject,
    ...(typeof text === 'string' ? { argumentsText: text } : {}),
    ...(typeof invalidText === 'string' ? { invalidArguments: invalidText } : {}),
  };
}

async function readDocument(path: string): Promise<JsonObject> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw invalid(path, `can't be read: ${errorMessage(error)}`);
  }
  let document: Json;
  try {
    document = JSON.parse(text) as Json;
  } catch {
    document = null;
  }
  if (!isJsonObject(document)) throw invalid(path, 'holds no JSON object');
  return document;
}

function* checkEach(cases: readonly JsonObject[], path: string): Steps<void> {
  for (const [index, each] of cases.entries()) {
    const [problem] = checkCase.check(each);
    if (problem !== undefined) {
      throw invalid(path, `is no benchmark result: case ${index + 1}, ${describeProblem(problem, 'it')}`);
    }
    yield;
  }
}

function hashOf({ cases, ...head }: JsonObject): Steps<string> {
  return contentHashSteps([head, ...(cases as readonly Json[])]);
}

function invalid(path: string, what: string): MettleError {
  return benchmarkError('invalid_report', `${path} ${what}.`);
}
