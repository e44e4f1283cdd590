import type { BrowserContext, Page, Request } from 'playwright-core';
import { startOf } from '../../core/internal.js';

/** Requests that may stay open for as long as the page lives. */
const LASTING = new Set(['eventsource', 'websocket', 'ping', 'media']);
const MOST_NOTES = 10;

/** What goes on in a page beside what it shows: its requests, dialogs and end. Windows that it opens are closed. */
export class PageActivity {
  readonly #pending = new Set<Request>();
  #notes: string[] = [];
  #count = 0;
  #end: string | null = null;

  constructor(context: BrowserContext, page: Page) {
    page.on('request', (request) => {
      this.#count += 1;
      if (!LASTING.has(request.resourceType())) this.#pending.add(request);
    });
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
    page.on('framenavigated', () => {
      this.#count += 1;
    });
    page.on('dialog', (dialog) => {
      const leaving = dialog.type() === 'beforeunload';
      if (!leaving) this.#note(`dismissed a dialog (${dialog.type()}): ${startOf(dialog.message(), 300)}`);
      (leaving ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
    });
    page.on('crash', () => {
      this.#end ??= 'crashed';
    });
    page.on('close', () => {
      this.#end ??= 'was closed';
    });
    context.on('page', (other) => {
      if (other !== page) other.close().catch(() => undefined);
    });
  }

  /** Forgets what was noted before. */
  begin(): void {
    this.#notes = [];
  }

  /** What happened since, in order. */
  notes(): readonly string[] {
    return [...this.#notes];
  }

  /** Changes with every request and navigation. */
  get count(): number {
    return this.#count;
  }

  /** Whether no request is under way that will end. */
  get isQuiet(): boolean {
    return this.#pending.size === 0;
  }

  /** How the page ended; null while it lives. */
  get end(): string | null {
    return this.#end;
  }

  #note(text: string): void {
    if (this.#notes.length < MOST_NOTES) this.#notes.push(text);
  }
}
