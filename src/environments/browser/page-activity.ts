import type { CDPSession, Page, Request } from 'playwright-core';
import { startOf } from '../../core/internal.js';

/** Requests that may stay open for as long as the page lives. */
const LASTING = new Set(['eventsource', 'websocket', 'ping', 'media']);
const MOST_NOTES = 10;
/** Navigations during one call from which on a page is taken for one that never stays. */
const RESTLESS_FROM = 10;

/** What goes on in a page beside what it shows: its requests, dialogs and end. */
export class PageActivity {
  readonly #pending = new Set<Request>();
  /** Frames that load or are on their way to another page. Their requests may not have begun. */
  readonly #loading = new Set<string>();
  #notes: string[] = [];
  #count = 0;
  #navigations = 0;
  #end: string | null = null;

  constructor(page: Page, session: CDPSession) {
    session.on('Page.frameStartedLoading', ({ frameId }) => {
      this.#count += 1;
      this.#loading.add(frameId);
    });
    session.on('Page.frameStoppedLoading', ({ frameId }) => this.#loading.delete(frameId));
    session.on('Page.frameDetached', ({ frameId }) => this.#loading.delete(frameId));
    page.on('request', (request) => {
      this.#count += 1;
      if (!LASTING.has(request.resourceType())) this.#pending.add(request);
    });
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
    page.on('framenavigated', (frame) => {
      this.#count += 1;
      if (frame === page.mainFrame()) this.#navigations += 1;
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
    return this.#pending.size === 0 && this.#loading.size === 0;
  }

  /** Whether the page has gone elsewhere more often since {@link begin} than pages do that can be read. */
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
