import { refusedAnswer } from './host-answers.js';
import type { Answer } from './wire/answer.js';
import { resumeCallRequest, resumeFuturesRequest } from './wire/requests.js';

/** The frame that answers a call; an answer that cannot cross becomes an exception in the code. */
export function answerFrame(callId: number, answer: Answer, maxInputBytes: number): Buffer {
  try {
    return resumeCallRequest(callId, answer, maxInputBytes);
  } catch (thrown) {
    return resumeCallRequest(callId, refusedAnswer(thrown), maxInputBytes);
  }
}

/** The frame that answers awaited calls by their ids, as {@link answerFrame} each. */
export function futuresFrame(answers: ReadonlyMap<number, Answer>, maxInputBytes: number): Buffer {
  try {
    return resumeFuturesRequest(answers, maxInputBytes);
  } catch {
    const checked = Array.from(answers, ([id, answer]): [number, Answer] => {
      try {
        resumeFuturesRequest(new Map([[id, answer]]), maxInputBytes);
        return [id, answer];
      } catch (thrown) {
        return [id, refusedAnswer(thrown)];
      }
    });
    return resumeFuturesRequest(new Map(checked), Number.MAX_SAFE_INTEGER);
  }
}
