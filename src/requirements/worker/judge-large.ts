import type { Artefact } from '../artefact.js';
import type { Requirement } from '../requirement.js';
import { checkError, type Judgement, notChecked } from '../verdict.js';
import { jobOf } from './jobs.js';
import { StaticWorkerThread } from './static-worker-thread.js';

/**
 * Replies longer than this many UTF-16 code units are read in a worker thread. Shorter ones take a few milliseconds, and
 * before the code that reads them is optimized up to some twelve.
 */
export const MAX_READ_HERE = 6_144;

let thread: StaticWorkerThread | undefined;
let jobs = 0;

/** Whether a reply is read in a worker thread. */
export function isReadElsewhere({ text, toolCalls }: Artefact): boolean {
  const isLarge =
    text.length > MAX_READ_HERE || toolCalls.some((call) => sizeOf(call.arguments) > MAX_READ_HERE);
  return isLarge && StaticWorkerThread.isAvailable;
}

/** Finds the code of a large reply in a worker thread, for all who ask the artefact for it later. */
export async function readElsewhere(artefact: Artefact): Promise<void> {
  if (artefact.isSource) return;
  thread ??= new StaticWorkerThread();
  const answer = await thread.ask(jobOf(++jobs, artefact, null));
  if (answer === 'too_slow') artefact.giveUpReading();
  else if (answer.kind === 'extraction' && answer.extraction !== null) artefact.adopt(answer.extraction);
}

/** Judges a large reply in a worker thread. */
export async function judgeElsewhere({ name, recipe }: Requirement, artefact: Artefact): Promise<Judgement> {
  thread ??= new StaticWorkerThread();
  const answer = await thread.ask(jobOf(++jobs, artefact, recipe));
  if (answer === 'too_slow') {
    return notChecked(
      'Not read: the reply takes too long to read. Write a shorter and less nested one.',
      'limit',
    );
  }
  if (answer.kind === 'judgement') return answer.judgement;
  return checkError(
    `${name} could not be checked: ${answer.kind === 'thrown' ? answer.message : 'no judgement came back'}`,
  );
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let size = 0;
  for (const part of Object.values(value)) size += typeof part === 'string' ? part.length : 0;
  return size;
}
