import type { CDPSession, Page, Request } from 'playwright-core';
import { startOf } from '../../core/internal.js';

/** Requests that may stay open for as long as the page lives. */
const LASTING = new Set(['eventsource', 'websocket', 'ping', 'media']);
/** Requests of scripts. A session names them before it answers anything that is asked afterwards; Playwright later. */
const OF_SCRIPTS = new Set(['Fetch', 'XHR']);
const MOST_NOTES = 10;
/** Navigations without a rest from which on a page is taken for one that never stays. */
const RESTLESS_FROM = 10;

/** What goes on in a page beside what it shows: its requests, dialogs and end. */
export class PageActivity {
  readonly #pending = new Set<Request>();
  readonly #ofScripts = new Set<string>();
  #notes: string[] = [];
  #count = 0;
  #navigations = 0;
  /** Whether the page loads or is on its way to another one, whose request may not have begun. */
  #isLoading = false;
  #end: string | null = null;

  /** @param mainFrame - the page's own frame, by the name that the session has for it. */
  constructor(page: Page, session: CDPSession, mainFrame: string) {
    session.on('Page.frameStartedLoading', ({ frameId }) => {
      this.#count += 1;
      if (frameId === mainFrame) this.#isLoading = true;
    });
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frameId === mainFrame) this.#isLoading = false;
    });
    session.on('Network.requestWillBeSent', ({ requestId, type }) => {
      this.#count += 1;
      if (OF_SCRIPTS.has(type ?? '')) this.#ofScripts.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#ofScripts.delete(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => this.#ofScripts.delete(requestId));
    page.on('request', (request) => {
      this.#count += 1;
      if (!LASTING.has(request.resourceType())) this.#pending.add(request);
    });
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
    page.on('framenavigated', () => {
      this.#count += 1;
    });
    // Playwright's event comes for an address that a script only shows, too.
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== mainFrame) return;
      this.#navigations += 1;
      this.#ofScripts.clear();
    });
    page.on('dialog', (dialog) => {
      const leaving = dialog.type() === 'beforeunload';
      if (!leaving) this.#note(`dismissed a dialog (${dialog.type()}): ${startOf(dialog.message(), 300)}`);
      (leaving ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
    });
    page.on('download', (download) => {
      this.#note(`refused a download: ${startOf(download.suggestedFilename(), 200)}`);
      download.cancel().catch(() => undefined);
    });
    page.on('filechooser', () => this.#note('asked for a file; use browser_upload'));
    page.on('crash', () => {
      this.#end ??= 'crashed';
    });
    page.on('close', () => {
      this.#end ??= 'was closed';
    });
  }

  /** Forgets what was noted and counted before. */
  begin(): void {
    this.#notes = [];
    this.rested();
  }

  /** Says that the page has come to rest, however often it went elsewhere before. */
  rested(): void {
    this.#navigations = 0;
  }

  /** What happened since, in order. */
  notes(): readonly string[] {
    return [...this.#notes];
  }

  /** Changes with every request and navigation. */
  get count(): number {
    return this.#count;
  }

  /** Whether no page is on its way and no request is under way that will end. */
  get isQuiet(): boolean {
    return this.#pending.size + this.#ofScripts.size === 0 && !this.#isLoading;
  }

  /** How often the page has gone elsewhere since it last came to rest. */
  get navigations(): number {
    return this.#navigations;
  }

  /** Whether that is more often than pages do that can be read. */
  get isRestless(): boolean {
    return this.#navigations >= RESTLESS_FROM;
  }

  /** How the page ended; null while it lives. */
  get end(): string | null {
    return this.#end;
  }

  #note(text: string): void {
    if (this.#notes.length < MOST_NOTES) this.#notes.push(text);
  }
}
