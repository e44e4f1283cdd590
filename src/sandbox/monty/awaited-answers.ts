import { LONGEST_TIMER } from '../../core/internal.js';
import { given } from './host-answers.js';
import type { Answer } from './wire/answer.js';

const LOST_CALL: Answer = {
  kind: 'raise',
  type: 'RuntimeError',
  message: 'the host function had not answered when the run was saved',
};

/** The answers to calls whose results the code awaits, by call: those that are there, and those under way. */
export class AwaitedAnswers {
  readonly #ready: Map<number, Answer>;
  /** Calls whose host functions are at work. */
  readonly #atWork = new Set<number>();
  /** Calls of `asyncio.sleep` and `time.sleep` under way. */
  readonly #sleeping = new Map<number, NodeJS.Timeout>();
  readonly #onReady: () => void;

  /**
   * @param answers - {@link saved} of the run that this one goes on from
   * @param onReady - called when an answer comes
   */
  constructor(answers: ReadonlyMap<number, Answer> | undefined, onReady: () => void) {
    this.#ready = new Map(answers);
    this.#onReady = onReady;
  }

  /** Whether the answer to a call is there. */
  has(callId: number): boolean {
    return this.#ready.has(callId);
  }

  /** Whether a call is answered, or sleeps: nothing of the host is at work for it. */
  isOwn(callId: number): boolean {
    return this.#sleeping.has(callId) || this.#ready.has(callId);
  }

  /** The answer to a call, which is given once; undefined before it comes. */
  take(callId: number): Answer | undefined {
    const answer = this.#ready.get(callId);
    this.#ready.delete(callId);
    return answer;
  }

  /** Keeps an answer that is there at once. */
  set(callId: number, answer: Answer): void {
    this.#ready.set(callId, answer);
  }

  /** Keeps what a host function answers once it does, which is never before this call returns. */
  expect(callId: number, result: Answer | Promise<Answer>): void {
    this.#atWork.add(callId);
    void Promise.resolve(result).then((answer) => {
      this.#atWork.delete(callId);
      this.#ready.set(callId, answer);
      this.#onReady();
    });
  }

  /** Answers a call with None after so many milliseconds. */
  sleep(callId: number, milliseconds: number): void {
    const wakeUp = (): void => {
      this.#sleeping.delete(callId);
      this.#ready.set(callId, given(null));
      this.#onReady();
    };
    this.#sleeping.set(callId, setTimeout(wakeUp, Math.min(milliseconds, LONGEST_TIMER)));
  }

  /**
   * What the calls will be answered with in another process: a sleep is over there, and a host function that is at work
   * is lost.
   */
  saved(): ReadonlyMap<number, Answer> {
    const over = Array.from(this.#sleeping.keys(), (id) => [id, given(null)] as const);
    const lost = Array.from(this.#atWork, (id) => [id, LOST_CALL] as const);
    return new Map([...this.#ready, ...over, ...lost]);
  }

  /** Ends the sleeps. */
  close(): void {
    for (const timer of this.#sleeping.values()) clearTimeout(timer);
  }
}
