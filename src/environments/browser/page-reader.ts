import type { CDPSession, Page } from 'playwright-core';
import { errorMessage, orAborted, startDeadline } from '../../core/internal.js';
import type { PageFacts, PageQuestions } from './page-questions.js';
import { PAGE_SCRIPT } from './page-script.js';

/** How often a question is asked again of a page that went elsewhere in the middle of it. */
const MOST_ATTEMPTS = 20;

/** What Chromium says when the page that was asked has been replaced. */
const PAGE_IS_GONE = /context|navigated|Cannot find|No frame|active page/i;

/** Playwright's clock has no public name for when its next timer is due. Where this one fails, it says 0. */
const NEXT_TIMER = `(() => {
  try {
    const { _timers, _now } = globalThis.__pwClock.controller;
    let next = -1;
    for (const { callAt } of _timers.values()) {
      const due = Math.max(0, callAt - _now.ticks);
      if (next < 0 || due < next) next = due;
    }
    return next;
  } catch {
    return 0;
  }
})() | 0`;

/** A page did not let itself be read in time. */
export class PageHangs extends Error {
  override readonly name = 'PageHangs';

  constructor(seconds: number) {
    super(`it did not answer for ${seconds} seconds`);
  }
}

/** Frames of a page that are read beside its main one. */
const MOST_FRAMES = 20;

/** A frame within a page, and what it holds. */
export interface FrameFacts {
  readonly url: string;
  readonly facts: PageFacts;
}

/** Reads a page through the debugger's protocol, out of the reach of the page's scripts. */
export class PageReader {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #seconds: number;

  constructor(page: Page, session: CDPSession, seconds: number) {
    this.#page = page;
    this.#session = session;
    this.#seconds = seconds;
  }

  /** Asks the page. Rejects with {@link PageHangs} where no answer comes in time. */
  async ask<Name extends keyof PageQuestions>(
    question: Name,
    asks: PageQuestions[Name]['asks'],
  ): Promise<PageQuestions[Name]['answers']> {
    return this.inTime(this.#ask(question, asks) as Promise<PageQuestions[Name]['answers']>);
  }

  /**
   * Milliseconds until the page's next timer of {@link Page.clock}; 0 if unknown, Infinity if it has none. The page's
   * scripts can lie about it, but only with a number.
   */
  async nextTimer(): Promise<number> {
    const asked = this.#session
      .send('Runtime.evaluate', { expression: NEXT_TIMER, returnByValue: true })
      .catch(ifGone);
    const milliseconds = Number((await this.inTime(asked))?.result.value ?? 0);
    return milliseconds < 0 ? Number.POSITIVE_INFINITY : milliseconds;
  }

  /** Runs what is due in the next milliseconds of {@link Page.clock} in the page and its frames. */
  async runClock(milliseconds: number): Promise<void> {
    const expression = `globalThis.__pwClock.controller.runFor(${milliseconds}).then(() => null)`;
    const inPage = this.#session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    // A frame without an address never got a document, and would let an evaluation wait for one.
    const frames = this.#page.frames().filter((frame, index) => index > 0 && frame.url() !== '');
    // A frame whose scripts have replaced what an evaluation needs has broken its own clock alone.
    const inFrames = frames.map((frame) => frame.evaluate(expression).catch(() => null));
    await this.inTime(Promise.all([inPage.catch(ifGone), ...inFrames]));
  }

  /** Has the page and its frames come to rest; answers whether they were. A frame that isn't shown draws nothing. */
  async rest(): Promise<boolean> {
    const asked = async (): Promise<readonly unknown[]> => {
      if (this.#page.frames().length <= 1) return [];
      const frames = (await framesOf(this.#session)).slice(1, MOST_FRAMES + 1);
      return Promise.all(frames.map(({ id }) => askFrame(this.#session, id, 'finish', {}).catch(ifGone)));
    };
    const inFrames = await this.inTime(asked().catch(ifGone));
    return (await this.ask('rest', {})) && (inFrames ?? []).every((still) => still !== false);
  }

  /** Ends what the page is loading. A page that is just being replaced has nothing to end. */
  async stopLoading(): Promise<void> {
    await this.inTime(this.#session.send('Page.stopLoading').catch(ifGone));
  }

  /** The frames of the page and what they hold, in the order in which they are met. Empty ones and those that failed are left out. */
  async frames(asks: { readonly maxChars: number }): Promise<readonly FrameFacts[]> {
    if (this.#page.frames().length <= 1) return [];
    return this.inTime(this.#frames(asks));
  }

  async #frames(asks: { readonly maxChars: number }): Promise<readonly FrameFacts[]> {
    const found: FrameFacts[] = [];
    const read = async (session: CDPSession, frames: readonly FoundFrame[]): Promise<void> => {
      const loaded = frames.filter(({ url }) => !url.startsWith('chrome-error:'));
      for (const { id, url } of loaded.slice(0, MOST_FRAMES - found.length)) {
        const facts = (await askFrame(session, id, 'facts', asks).catch(ifGone)) as PageFacts | null;
        if (facts !== null && facts.text.length + facts.fields.length > 0) found.push({ url, facts });
      }
    };
    await read(this.#session, (await framesOf(this.#session)).slice(1));
    // Frames of other sites have processes and sessions of their own; for any other frame there is none to open.
    for (const frame of this.#page.frames().slice(1, MOST_FRAMES + 1)) {
      const session = await this.#page
        .context()
        .newCDPSession(frame)
        .catch(() => null);
      if (session === null) continue;
      try {
        await read(session, await framesOf(session).catch(() => []));
      } finally {
        await session.detach().catch(() => undefined);
      }
    }
    return found;
  }

  async #ask(question: string, asks: object): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const [main] = await framesOf(this.#session);
        return await askFrame(this.#session, main?.id ?? '', question, asks);
      } catch (error) {
        if (attempt >= MOST_ATTEMPTS || !PAGE_IS_GONE.test(errorMessage(error))) throw error;
      }
    }
  }

  /** An answer of the page; rejects with {@link PageHangs} where it does not come in time. */
  async inTime<T>(answer: Promise<T>): Promise<T> {
    return inTime(this.#seconds, answer);
  }
}

/** An answer of the browser; rejects with {@link PageHangs} where it does not come in time. */
export async function inTime<T>(seconds: number, answer: Promise<T>): Promise<T> {
  const limit = startDeadline(seconds, undefined, new PageHangs(seconds));
  try {
    return await orAborted(answer, limit.signal);
  } finally {
    limit.end();
  }
}

interface FoundFrame {
  readonly id: string;
  readonly url: string;
}

/** The frames of one process, the topmost first. */
async function framesOf(session: CDPSession): Promise<readonly FoundFrame[]> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const trees = [frameTree];
  for (let index = 0; index < trees.length; index += 1) trees.push(...(trees[index]?.childFrames ?? []));
  return trees.map(({ frame: { id, url } }) => ({ id, url }));
}

async function askFrame(
  session: CDPSession,
  frameId: string,
  question: string,
  asks: object,
): Promise<unknown> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'mettle',
  });
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    executionContextId,
    functionDeclaration: PAGE_SCRIPT,
    arguments: [{ value: { question, asks } }],
    returnByValue: true,
    awaitPromise: true,
  });
  if (exceptionDetails === undefined) return result.value;
  throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}

/** A frame that went away while it was asked holds nothing. */
function ifGone(error: unknown): null {
  if (PAGE_IS_GONE.test(errorMessage(error))) return null;
  throw error;
}
