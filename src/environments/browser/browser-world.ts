import type { Browser, BrowserContext, Locator } from 'playwright-core';
import { type MettleError, sha256 } from '../../core/index.js';
import { errorMessage, orAborted, startOf } from '../../core/internal.js';
import { failedObservation, type Observation } from '../../records/index.js';
import { environmentError } from '../error-codes.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';
import type { AllowedOrigins } from './allowed-origins.js';
import { openBrowserContext, PAGE_SIZE } from './browser-context.js';
import type { BrowserLimits } from './browser-limits.js';
import {
  findObservation,
  linksObservation,
  pageObservation,
  partOf,
  readObservation,
} from './browser-observations.js';
import { choose, failureOf, notAllowed } from './browser-refusals.js';
import type { OpenedBrowserSite } from './browser-site.js';
import { browserState } from './browser-state.js';
import { OriginProxy } from './origin-proxy.js';
import { INTO_SHADOW, MARK, type PageFacts, type PageText } from './page-questions.js';
import { PageHangs } from './page-reader.js';
import { type WorldPage, WorldPages } from './world-page.js';

/** What a {@link BrowserWorld} is made from. */
export interface BrowserWorldOptions {
  readonly browser: Browser;
  readonly origins: readonly string[];
  readonly allowed: AllowedOrigins;
  readonly sites: ReadonlyMap<string, OpenedBrowserSite>;
  readonly limits: BrowserLimits;
  readonly seed: number;
  /** Whether the page's clock stands still and its chance follows the seed. */
  readonly deterministic: boolean;
  readonly startUrl: string | undefined;
  readonly onRefused: (target: string) => void;
  readonly onScreenshot: ((png: Uint8Array, sha256: string) => void) | undefined;
}

/** Milliseconds of a page's own timers that are waited for after an action. */
const TIMERS = 50;

/** How a navigation failed that does not leave the page as it was. */
const SHOWS_ERROR_PAGE = /net::ERR_(?!ABORTED)/;

/** One page in a browser context of its own, behind a proxy of its own. */
export class BrowserWorld implements WorldBody {
  readonly #options: BrowserWorldOptions;
  readonly #proxy: OriginProxy;
  readonly #context: BrowserContext;
  readonly #pages: WorldPages;
  #view: WorldPage;
  readonly #storage = new Map<string, Pick<PageFacts, 'local' | 'session'>>();

  private constructor(
    options: BrowserWorldOptions,
    parts: { proxy: OriginProxy; context: BrowserContext; pages: WorldPages; view: WorldPage },
  ) {
    this.#options = options;
    this.#proxy = parts.proxy;
    this.#context = parts.context;
    this.#pages = parts.pages;
    this.#view = parts.view;
  }

  /** A fresh one, on its first page. */
  static async open(options: BrowserWorldOptions): Promise<BrowserWorld> {
    const { origins, sites, limits, onRefused } = options;
    const proxy = await OriginProxy.open({ origins, sites, maxBytes: limits.networkBytes, onRefused });
    let context: BrowserContext | undefined;
    try {
      context = await openBrowserContext(options, proxy);
      const pages = new WorldPages(context, limits.actionSeconds);
      const world = new BrowserWorld(options, { proxy, context, pages, view: await pages.open() });
      if (options.startUrl !== undefined) {
        const { observation } = await world.#navigate(options.startUrl);
        if (observation.error !== null) throw new Error(observation.error.message);
      }
      return world;
    } catch (error) {
      await context?.close();
      await proxy.close();
      for (const site of sites.values()) await site.close?.();
      throw error;
    }
  }

  async run({ tool, arguments: values, signal }: CheckedCall): Promise<Observation> {
    const acted = this.#unlessUnreadable(
      () => this.#run(tool, values),
      (type, why) => failedObservation(type, `the page ${why}; it was closed, and an empty one is open`),
    );
    return orAborted(acted, signal);
  }

  async state(): Promise<WorldState> {
    return this.#unlessUnreadable(
      () => this.#state(),
      () => this.#state(),
    );
  }

  async #state(): Promise<WorldState> {
    const page = await this.#view.reader.ask('facts', { maxChars: this.#options.limits.textCharacters });
    if (page.local.length + page.session.length > 0 || this.#storage.has(page.origin)) {
      this.#storage.set(page.origin, { local: page.local, session: page.session });
    }
    return browserState({
      url: this.#view.page.url(),
      page,
      frames: await this.#view.reader.frames({ maxChars: this.#options.limits.textCharacters }),
      cookies: await this.#context.cookies(),
      storage: this.#storage,
      sites: this.#options.sites,
    });
  }

  async close(): Promise<void> {
    await this.#context.close().catch(() => undefined);
    await this.#proxy.close();
    for (const site of this.#options.sites.values()) await site.close?.();
  }

  /** Does something with the page. One that turns out to be unreadable is replaced, and something else done then. */
  async #unlessUnreadable<T>(
    act: () => Promise<T>,
    instead: (type: string, why: string) => T | Promise<T>,
  ): Promise<T> {
    this.#checkAlive();
    const { activity } = this.#view;
    activity.begin();
    try {
      return await act();
    } catch (error) {
      const trouble = troubleOf(error, activity);
      if (trouble === null || !this.#options.browser.isConnected()) throw error;
      const [type, why] = trouble;
      try {
        this.#view.reader.crash();
        this.#view = await this.#pages.open();
      } catch (cause) {
        throw broken(why, cause);
      }
      return instead(type, why);
    }
  }

  async #run(tool: string, values: CheckedCall['arguments']): Promise<Observation> {
    const text = String(values.text ?? '');
    switch (tool) {
      case 'browser_navigate':
        return (await this.#navigate(String(values.url))).observation;
      case 'browser_read':
        return readObservation(this.#view.page.url(), await this.#read(), Number(values.from ?? 0));
      case 'browser_links':
        return linksObservation(await this.#view.reader.ask('links', { most: 200 }));
      case 'browser_find':
        return findObservation(await this.#read(), text);
      case 'browser_click':
        return this.#act('click', text, values.nth, (path) => this.#click(path));
      case 'browser_type':
        return this.#act('type', String(values.field), values.nth, (path) =>
          this.#type(path, text, values.submit === true),
        );
      case 'browser_select':
        return this.#act('select', String(values.field), values.nth, (path) =>
          this.#select(path, String(values.option)),
        );
      default:
        return this.#screenshot();
    }
  }

  async #navigate(url: string): Promise<{ observation: Observation }> {
    if (!this.#options.allowed.allows(url)) {
      return { observation: notAllowed(url, this.#options.allowed) };
    }
    let status: number | null = null;
    try {
      const response = await this.#view.page.goto(url, {
        waitUntil: 'commit',
        timeout: this.#options.limits.navigationSeconds * 1000,
      });
      status = response?.status() ?? null;
    } catch (error) {
      this.#checkAlive();
      await this.#view.reader.stopLoading();
      // Chromium is about to show a page of its own that says so, at an address that is nobody's.
      if (SHOWS_ERROR_PAGE.test(errorMessage(error))) await this.#leave();
      return { observation: (await this.#leaveForbidden()) ?? failureOf(error, 'navigation_failed') };
    }
    return { observation: await this.#shown({ http_status: status }) };
  }

  /** Does something to the control that a text means, and shows the page after it. */
  async #act(
    kind: 'click' | 'type' | 'select',
    text: string,
    nth: unknown,
    act: (path: string) => Promise<Observation | null>,
  ): Promise<Observation> {
    const controls = await this.#view.reader.ask('controls', { kind, text });
    const chosen = choose(controls, kind, text, nth);
    if ('status' in chosen) return chosen;
    try {
      const refusal = await act(chosen.path);
      if (refusal !== null) return refusal;
    } catch (error) {
      this.#checkAlive();
      await this.#settle();
      return (await this.#leaveForbidden()) ?? failureOf(error, `cannot_${kind}`);
    }
    return this.#shown({});
  }

  async #click(path: string): Promise<null> {
    // A link that would open a window opens here instead: there is one page.
    await this.#view.reader.ask('stay', { path });
    return this.#onControl(path, async (control) => {
      await control.click({ ...this.#timeout, noWaitAfter: true });
      return null;
    });
  }

  async #type(path: string, text: string, submit: boolean): Promise<null> {
    return this.#onControl(path, async (field) => {
      await field.fill(text, this.#timeout);
      if (submit) {
        await this.#view.reader.ask('stay', { path });
        await field.press('Enter', { ...this.#timeout, noWaitAfter: true });
      }
      return null;
    });
  }

  /** Chooses an option by its text or else its value; gives what is wrong instead. */
  async #select(path: string, wanted: string): Promise<Observation | null> {
    const options = await this.#view.reader.ask('options', { path });
    const byText = options.findIndex(({ text }) => text === wanted);
    const index = byText >= 0 ? byText : options.findIndex(({ value }) => value === wanted);
    if (index < 0) {
      const texts = options.slice(0, 20).map(({ text }) => text);
      return failedObservation('not_found', `there is no option ${wanted}; there are: ${texts.join(', ')}`);
    }
    return this.#onControl(path, async (list) => {
      await list.selectOption({ index }, { ...this.#timeout, noWaitAfter: true });
      return null;
    });
  }

  /** Acts on a control. One within a shadow tree, where XPath does not lead, is marked meanwhile. */
  async #onControl<T>(path: string, act: (control: Locator) => Promise<T>): Promise<T> {
    if (!path.includes(INTO_SHADOW)) return act(this.#view.page.locator(`xpath=${path}`));
    await this.#view.reader.ask('mark', { path, on: true });
    try {
      return await act(this.#view.page.locator(`css=[${MARK}]`));
    } finally {
      await this.#view.reader.ask('mark', { path, on: false });
    }
  }

  async #screenshot(): Promise<Observation> {
    const png = await this.#view.page.screenshot({
      animations: 'disabled',
      caret: 'hide',
      timeout: this.#options.limits.actionSeconds * 1000,
    });
    const hash = sha256(png);
    this.#options.onScreenshot?.(png, hash);
    const data = { sha256: hash, bytes: png.length, ...PAGE_SIZE };
    return {
      status: 'ok',
      content: `screenshot ${hash} (${PAGE_SIZE.width} × ${PAGE_SIZE.height})`,
      data,
      error: null,
    };
  }

  /** The text of the page, and below it that of its frames. */
  async #read(): Promise<PageText> {
    const maxChars = this.#options.limits.textCharacters;
    const page = await this.#view.reader.ask('read', { maxChars });
    const frames = await this.#view.reader.frames({ maxChars });
    const below = frames.map(({ url, facts }) => `\n[frame ${startOf(url, 300)}]\n${facts.text}`);
    const text = page.text + below.join('');
    const truncated = page.truncated || text.length > maxChars || frames.some(({ facts }) => facts.truncated);
    return { title: page.title, text: partOf(text, 0, maxChars), truncated };
  }

  /** The page after something was done, or why it is not shown. */
  async #shown(data: { readonly http_status?: number | null }): Promise<Observation> {
    const settled = await this.#settle();
    const forbidden = await this.#leaveForbidden();
    if (forbidden !== null) return forbidden;
    return pageObservation(this.#view.page.url(), await this.#read(), {
      ...data,
      settled,
      notes: this.#view.activity.notes(),
    });
  }

  /** Waits until the page neither loads nor asks for anything, also not by timers that end soon. */
  async #settle(): Promise<boolean> {
    const until = performance.now() + this.#options.limits.settleSeconds * 1000;
    for (;;) {
      const before = this.#view.activity.count;
      const loaded = await this.#view.reader.ask('wait', { milliseconds: TIMERS });
      if (loaded && this.#view.activity.isQuiet && this.#view.activity.count === before) return true;
      if (performance.now() > until) {
        await this.#view.reader.stopLoading();
        return false;
      }
    }
  }

  /** Leaves a page that the world may not show; says so. */
  async #leaveForbidden(): Promise<Observation | null> {
    const url = this.#view.page.url();
    if (url === 'about:blank' || this.#options.allowed.allows(url)) return null;
    await this.#leave();
    return url.startsWith('chrome-error:')
      ? failedObservation('navigation_failed', 'the page could not be loaded, or its origin is not allowed')
      : notAllowed(url, this.#options.allowed);
  }

  /** Goes to the empty page; opens one where a page that was still on its way came between. */
  async #leave(): Promise<void> {
    try {
      await this.#view.page.goto('about:blank', this.#timeout);
    } catch {
      this.#view = await this.#pages.open();
    }
  }

  #checkAlive(): void {
    const { end } = this.#view.activity;
    if (end !== null) throw broken(end);
  }

  get #timeout(): { timeout: number } {
    return { timeout: this.#options.limits.actionSeconds * 1000 };
  }
}

/** Why a page can't be read, as the type of an error and in words; null where it is not the page. */
function troubleOf(
  error: unknown,
  activity: WorldPage['activity'],
): readonly [type: string, why: string] | null {
  if (activity.end !== null) return ['page_ended', activity.end];
  if (activity.isRestless) {
    return ['restless_page', 'goes elsewhere or loads itself anew all the time, too fast to be read'];
  }
  return error instanceof PageHangs ? ['page_hangs', `hangs: ${error.message}`] : null;
}

function broken(why: string, cause?: unknown): MettleError {
  return environmentError('world_broken', `The page ${why}. Reset this world, or open a new one.`, { cause });
}
