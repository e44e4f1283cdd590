/**
 * The worker thread in which large replies are judged: makes requirements from their recipes, and answers one job after
 * another.
 */
import { parentPort } from 'node:worker_threads';
import { errorMessage } from '../../core/index.js';
import { Artefact } from '../artefact.js';
import { FunctionSignature } from '../behaviour/function-signature.js';
import { JsonOutput } from '../output/json-output.js';
import { MarkdownList, MarkdownTable } from '../output/markdown.js';
import { MatplotlibHeadlessBackend } from '../plotting/matplotlib-headless-backend.js';
import { ImportRestrictions } from '../python/import-restrictions.js';
import { PythonCodeExtraction } from '../python/python-code-extraction.js';
import { PythonExecutionReq } from '../python/python-execution-req.js';
import { PythonSyntaxValid } from '../python/python-syntax-valid.js';
import type { Requirement, ValidationContext } from '../requirement.js';
import { ComplexityLimit } from '../structure/complexity-limit.js';
import { NoFileUse, NoNetworkUse, NoSubprocessUse } from '../structure/no-side-effects.js';
import { TypeFactsRead } from '../types/type-facts.js';
import type { Job, JobAnswer } from './jobs.js';

const MAKERS: Readonly<Record<string, (options: never) => Requirement>> = {
  ComplexityLimit,
  FunctionSignature,
  ImportRestrictions,
  JsonOutput,
  MarkdownList,
  MarkdownTable,
  MatplotlibHeadlessBackend,
  NoFileUse,
  NoNetworkUse,
  NoSubprocessUse,
  PythonCodeExtraction,
  PythonExecutionReq,
  PythonSyntaxValid,
  TypeFactsRead,
};

let last: Artefact | undefined;

function artefactOf({ text, toolCalls, isSource }: Job): Artefact {
  const isSame =
    last?.text === text &&
    last.isSource === isSource &&
    JSON.stringify(last.toolCalls) === JSON.stringify(toolCalls);
  if (last === undefined || !isSame) last = new Artefact(text, toolCalls, isSource);
  return last;
}

async function answer(job: Job): Promise<JobAnswer> {
  const artefact = artefactOf(job);
  if (job.recipe === null) return { kind: 'extraction', extraction: artefact.extraction };
  const { make, options } = job.recipe;
  const maker = Object.hasOwn(MAKERS, make) ? MAKERS[make] : undefined;
  if (maker === undefined) throw new Error(`no requirement ${make}`);
  const judgement = await maker(options as never).validate(artefact, NOTHING_RUNS);
  return { kind: 'judgement', judgement };
}

/** Static requirements look at the reply alone. */
const NOTHING_RUNS = {
  signal: new AbortController().signal,
  messages: [],
  earlier: new Map(),
} as unknown as ValidationContext;

parentPort?.on('message', (job: Job) => {
  answer(job).then(
    (answered) => parentPort?.postMessage({ id: job.id, answer: answered }),
    (error: unknown) =>
      parentPort?.postMessage({ id: job.id, answer: { kind: 'thrown', message: errorMessage(error) } }),
  );
});
