/**
 * The worker thread in which large replies are judged: makes requirements from their recipes, and answers one job after
 * another.
 */
import { parentPort } from 'node:worker_threads';
import { errorMessage } from '../core/internal.js';
import { Artefact } from './artefact.js';
import * as kinds from './kinds.js';
import { PlotSavesReadable } from './plotting/plot-file-saved.js';
import type { Requirement, ValidationContext } from './requirement.js';
import { TypesReadable } from './types/type-facts.js';
import type { Job, JobAnswer } from './worker/jobs.js';

/** What recipes name: the kinds of requirements, and what reads for type and plot checks, which is none by itself. */
const MAKERS: Readonly<Record<string, unknown>> = { ...kinds, PlotSavesReadable, TypesReadable };

let last: Artefact | undefined;

function artefactOf({ text, toolCalls, isSource, names }: Job): Artefact {
  const isSame =
    last?.text === text &&
    last.isSource === isSource &&
    JSON.stringify([last.toolCalls, last.names]) === JSON.stringify([toolCalls, names]);
  if (last === undefined || !isSame) last = new Artefact(text, toolCalls, isSource, names);
  return last;
}

async function answer(job: Job): Promise<JobAnswer> {
  const artefact = artefactOf(job);
  if (job.recipe === null) return { kind: 'extraction', extraction: artefact.extraction };
  const { make, options } = job.recipe;
  const maker = Object.hasOwn(MAKERS, make) ? MAKERS[make] : undefined;
  if (typeof maker !== 'function') throw new Error(`no requirement ${make}`);
  const requirement: Requirement = maker(options);
  const judgement = await requirement.validate(artefact, NOTHING_RUNS);
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
