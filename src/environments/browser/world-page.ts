import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { endPage } from './end-page.js';
import { PageActivity } from './page-activity.js';
import { inTime, PageHangs, PageReader } from './page-reader.js';
import { sendInTurn } from './requests-in-turn.js';

/** The one page of a world, and what reads and watches it. */
export interface WorldPage {
  readonly page: Page;
  readonly reader: PageReader;
  readonly activity: PageActivity;
}

/** Seconds that a context has for closing before its page is ended first. */
const SECONDS_TO_CLOSE = 2;

/** A page as the browser knows it. */
interface OpenedPage {
  readonly page: Page;
  readonly session: CDPSession;
  readonly targetId: string;
}

/** Opens pages in a world's context, one at a time. Windows that a page opens are closed. */
export class WorldPages {
  readonly #context: BrowserContext;
  readonly #seconds: number;
  readonly #deterministic: boolean;
  #current: OpenedPage | undefined;
  #isOpening = false;

  constructor(
    context: BrowserContext,
    { seconds, deterministic }: { readonly seconds: number; readonly deterministic: boolean },
  ) {
    this.#context = context;
    this.#seconds = seconds;
    this.#deterministic = deterministic;
    context.on('page', (page) => {
      if (this.#isOpening || page === this.#current?.page) return;
      // A window in front hides the page, and a hidden page draws no frames.
      const closed = page.close().then(() => this.#current?.page.bringToFront());
      closed.catch(() => undefined);
    });
  }

  /**
   * An empty page in place of any before it, which is ended whatever it does. Rejects with {@link PageHangs} where the
   * browser doesn't do so in time.
   */
  async open(): Promise<WorldPage> {
    await this.#end();
    return inTime(this.#seconds, this.#open());
  }

  /** Closes the context, with its page whatever that does. Rejects with {@link PageHangs} where the browser doesn't do so in time. */
  async close(): Promise<void> {
    const closed = this.#context.close();
    try {
      await inTime(SECONDS_TO_CLOSE, closed);
    } catch {
      await this.#end();
      await inTime(this.#seconds, closed);
    }
  }

  /** Ends the page before a new one is asked for, since a busy one may leave the browser no time for that. */
  async #end(): Promise<void> {
    if (this.#current === undefined) return;
    const { session, targetId } = this.#current;
    const browser = await inTime(this.#seconds, this.#newBrowserSession());
    try {
      const isEnded = await endPage(session, { browser, targetId });
      if (!isEnded) throw new PageHangs(this.#seconds);
      this.#current = undefined;
    } finally {
      browser.detach().catch(() => undefined);
    }
  }

  async #newBrowserSession(): Promise<CDPSession> {
    const browser = this.#context.browser();
    if (browser === null) throw new Error('the context has no browser');
    return browser.newBrowserCDPSession();
  }

  async #open(): Promise<WorldPage> {
    this.#isOpening = true;
    try {
      const page = await this.#context.newPage();
      const session = await this.#context.newCDPSession(page);
      const { targetInfo } = await session.send('Target.getTargetInfo');
      this.#current = { page, session, targetId: targetInfo.targetId };
    } finally {
      this.#isOpening = false;
    }
    const { page, session } = this.#current;
    await Promise.all(this.#context.pages().map((other) => (other === page ? undefined : other.close())));
    const { frameTree } = await session.send('Page.getFrameTree');
    const activity = new PageActivity(page, session, frameTree.frame.id);
    await session.send('Page.enable');
    await session.send('Network.enable');
    if (this.#deterministic) {
      await sendInTurn(session);
      // Animations wait for PageQuestions.rest, which takes them to their end.
      await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
    }
    return { page, reader: new PageReader(page, session, this.#seconds), activity };
  }
}
