import type { CDPSession } from 'playwright-core';
import { errorMessage, MettleError } from '../../core/index.js';
import { PAGE_SCRIPT, type PageQuestions } from './page-script.js';

/** How often a question is asked again of a page that went elsewhere in the middle of it. */
const MOST_ATTEMPTS = 20;

/** What Chromium says when the page that was asked has been replaced. */
const PAGE_IS_GONE = /context|navigated|Cannot find|No frame/i;

/** Reads a page through the debugger's protocol, out of the reach of the page's scripts. */
export class PageReader {
  readonly #session: CDPSession;
  readonly #seconds: number;

  constructor(session: CDPSession, seconds: number) {
    this.#session = session;
    this.#seconds = seconds;
  }

  /** Asks the page. Rejects with `environments/world_broken` for a page that does not answer in time. */
  async ask<Name extends keyof PageQuestions>(
    question: Name,
    asks: PageQuestions[Name]['asks'],
  ): Promise<PageQuestions[Name]['answers']> {
    return this.#inTime(this.#ask(question, asks) as Promise<PageQuestions[Name]['answers']>);
  }

  /** Ends what the page is loading. */
  async stopLoading(): Promise<void> {
    await this.#inTime(this.#session.send('Page.stopLoading'));
  }

  async #ask(question: string, asks: object): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { frameTree } = await this.#session.send('Page.getFrameTree');
        const { executionContextId } = await this.#session.send('Page.createIsolatedWorld', {
          frameId: frameTree.frame.id,
          worldName: 'mettle',
        });
        const { result, exceptionDetails } = await this.#session.send('Runtime.callFunctionOn', {
          executionContextId,
          functionDeclaration: PAGE_SCRIPT,
          arguments: [{ value: { question, asks } }],
          returnByValue: true,
          awaitPromise: true,
        });
        if (exceptionDetails === undefined) return result.value;
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      } catch (error) {
        if (attempt >= MOST_ATTEMPTS || !PAGE_IS_GONE.test(errorMessage(error))) throw error;
      }
    }
  }

  async #inTime<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(hangs(this.#seconds)), this.#seconds * 1000);
    });
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      clearTimeout(timer);
      answer.catch(() => undefined);
    }
  }
}

function hangs(seconds: number): MettleError {
  return new MettleError({
    code: 'environments/world_broken',
    message: `The page hangs: it did not answer for ${seconds} seconds. Reset this world, or open a new one.`,
  });
}
