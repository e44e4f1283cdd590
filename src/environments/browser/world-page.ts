import type { BrowserContext, Page } from 'playwright-core';
import { PageActivity } from './page-activity.js';
import { inTime, PageReader } from './page-reader.js';
import { sendInTurn } from './requests-in-turn.js';

/** The one page of a world, and what reads and watches it. */
export interface WorldPage {
  readonly page: Page;
  readonly reader: PageReader;
  readonly activity: PageActivity;
}

/** Opens pages in a world's context, one at a time. Windows that a page opens are closed. */
export class WorldPages {
  readonly #context: BrowserContext;
  readonly #seconds: number;
  readonly #deterministic: boolean;
  #current: Page | undefined;
  #isOpening = false;

  constructor(
    context: BrowserContext,
    { seconds, deterministic }: { readonly seconds: number; readonly deterministic: boolean },
  ) {
    this.#context = context;
    this.#seconds = seconds;
    this.#deterministic = deterministic;
    context.on('page', (page) => {
      if (this.#isOpening || page === this.#current) return;
      // A window in front hides the page, and a hidden page draws no frames.
      const closed = page.close().then(() => this.#current?.bringToFront());
      closed.catch(() => undefined);
    });
  }

  /**
   * An empty page in place of any before it, which is closed whatever it does. Rejects with {@link PageHangs} where the
   * browser is too busy with that page to do so in time.
   */
  async open(): Promise<WorldPage> {
    return inTime(this.#seconds, this.#open());
  }

  async #open(): Promise<WorldPage> {
    this.#isOpening = true;
    try {
      this.#current = await this.#context.newPage();
    } finally {
      this.#isOpening = false;
    }
    const page = this.#current;
    await Promise.all(this.#context.pages().map((other) => (other === page ? undefined : other.close())));
    const session = await this.#context.newCDPSession(page);
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
