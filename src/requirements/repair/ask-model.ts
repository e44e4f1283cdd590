import type { MettleError } from '../../core/index.js';
import { linkSignals, orAborted, untilAborted } from '../../core/internal.js';
import { requirementError } from '../error-codes.js';
import type { Message, Reply } from '../message.js';
import { readReply } from '../read-reply.js';
import type { Requirement } from '../requirement.js';
import type { Judgement } from '../verdict.js';
import type { Generate, GenerateOptions } from './generate.js';

/** A requirement that failed while the reply was being written. */
export interface EarlyFailure {
  readonly key: string;
  readonly judgement: Judgement;
}

/** A reply, whole or cut off at an early failure. */
export interface WatchedReply {
  readonly reply: Reply;
  readonly early: EarlyFailure | null;
}

/**
 * Asks a model once. A reply that comes in pieces is watched by the requirements that can fail early; the first
 * failure ends it. Rejects with what the model's function throws, with `requirements/invalid_answer` for what is no reply, and with the signal's reason when it is aborted,
 * even if the function does not listen.
 */
export async function askModel(
  generate: Generate,
  messages: readonly Message[],
  options: GenerateOptions,
  requirements: readonly Requirement[],
): Promise<WatchedReply> {
  options.signal.throwIfAborted();
  const call = new AbortController();
  const { signal, release } = linkSignals(options.signal, call.signal);
  try {
    const answer = await orAborted(
      Promise.resolve().then(() => generate(messages, { ...options, signal })),
      options.signal,
    );
    if (isAsyncIterable(answer)) return await readPieces(answer, requirements, options.signal, call);
    const refuse = (expected: string): MettleError =>
      invalidAnswer(`generate must return ${expected}, or pieces of text.`);
    return { reply: readReply(answer, refuse), early: null };
  } finally {
    release();
  }
}

async function readPieces(
  pieces: AsyncIterable<string>,
  requirements: readonly Requirement[],
  signal: AbortSignal,
  call: AbortController,
): Promise<WatchedReply> {
  const watchers = requirements.flatMap(({ key, severity, watch }) =>
    watch === null || severity === 'should' ? [] : [{ key, watcher: watch() }],
  );
  let text = '';
  try {
    for await (const piece of untilAborted(pieces, signal)) {
      if (typeof piece !== 'string') throw invalidAnswer('generate must yield pieces that are strings.');
      text += piece;
      for (const { key, watcher } of watchers) {
        const judgement = watcher.push(piece, text);
        if (judgement?.verdict === 'fail') return { reply: { text }, early: { key, judgement } };
      }
    }
    return { reply: { text }, early: null };
  } finally {
    call.abort(new DOMException('The reply is no longer needed.', 'AbortError'));
  }
}

function invalidAnswer(message: string): MettleError {
  return requirementError('invalid_answer', message);
}

function isAsyncIterable(value: unknown): value is AsyncIterable<string> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
