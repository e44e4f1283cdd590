import { setTimeout } from 'node:timers/promises';
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
import { choose, failureOf, noSuchReference, notAllowed, unnamedControl } from './browser-refusals.js';
import type { OpenedBrowserSite } from './browser-site.js';
import { browserState } from './browser-state.js';
import { controlActions } from './control-actions.js';
import { OriginProxy } from './origin-proxy.js';
import type { PageClock } from './page-clock.js';
import { INTO_SHADOW, MARK, type PageFacts, type PageText } from './page-questions.js';
import { PageHangs } from './page-reader.js';
import { type WorldPage, WorldPages } from './world-page.js';

/** What a {@link BrowserWorld} is made from. */
export interface BrowserWorldOptions {
  readonly browser: Browser;
  /** Ends the browser, which answers no more. */
  readonly endBrowser: () => Promise<void>;
  readonly origins: readonly string[];
  readonly allowed: AllowedOrigins;
  readonly sites: ReadonlyMap<string, OpenedBrowserSite>;
  readonly limits: BrowserLimits;
  readonly seed: number;
  /** Whether the page's clock moves with the calls alone and its chance follows the seed. */
  readonly deterministic: boolean;
  readonly startUrl: string | undefined;
  /** What `browser_upload` can hand over, by name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly onRefused: (target: string) => void;
  readonly onScreenshot: ((png: Uint8Array, sha256: string) => void) | undefined;
}

/** Milliseconds of a page's timers that are waited for after an action where its clock is the real one. */
const TIMERS = 50;

/** How a navigation failed that does not leave the page as it was. */
const SHOWS_ERROR_PAGE = /net::ERR_(?!ABORTED)/;

/** One page in a browser context of its own, behind a proxy of its own. */
export class BrowserWorld implements WorldBody {
  readonly #options: BrowserWorldOptions;
  readonly #proxy: OriginProxy;
  readonly #context: BrowserContext;
  readonly #clock: PageClock | null;
  readonly #pages: WorldPages;
  #view: WorldPage;
  readonly #storage = new Map<string, Pick<PageFacts, 'local' | 'session'>>();

  private constructor(
    options: BrowserWorldOptions,
    parts: {
      proxy: OriginProxy;
      context: BrowserContext;
      clock: PageClock | null;
      pages: WorldPages;
      view: WorldPage;
    },
  ) {
    this.#options = options;
    this.#proxy = parts.proxy;
    this.#context = parts.context;
    this.#clock = parts.clock;
    this.#pages = parts.pages;
    this.#view = parts.view;
  }

  /** A fresh one, on its first page. */
  static async open(options: BrowserWorldOptions): Promise<BrowserWorld> {
    const { origins, sites, limits, deterministic, onRefused } = options;
    let proxy: OriginProxy | undefined;
    let pages: WorldPages | undefined;
    try {
      proxy = await OriginProxy.open({ origins, sites, maxBytes: limits.networkBytes, onRefused });
      const opened = await openBrowserContext(options, proxy);
      pages = new WorldPages(opened.context, { seconds: limits.actionSeconds, deterministic });
      const world = new BrowserWorld(options, { proxy, ...opened, pages, view: await pages.open() });
      if (options.startUrl !== undefined) {
        const { observation } = await world.#navigate(options.startUrl);
        if (observation.error !== null) throw new Error(observation.error.message);
      }
      return world;
    } catch (error) {
      await release(options, { proxy, pages });
      throw error;
    }
  }

  async run({ tool, arguments: values, signal }: CheckedCall): Promise<Observation> {
    const acted = this.#unlessUnreadable(
      () => this.#run(tool, values, signal),
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
      cookies: await this.#view.reader.inTime(this.#context.cookies()),
      storage: this.#storage,
      sites: this.#options.sites,
    });
  }

  async close(): Promise<void> {
    await release(this.#options, { proxy: this.#proxy, pages: this.#pages });
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
      if (!this.#options.browser.isConnected()) throw broken('ended with its browser', error);
      const trouble = troubleOf(error, activity);
      if (trouble === null) throw error;
      const [type, why] = trouble;
      try {
        this.#view = await this.#pages.open();
      } catch (cause) {
        await closePages(this.#options, this.#pages);
        throw broken(why, cause);
      }
      return instead(type, why);
    }
  }

  async #run(
    tool: string,
    values: CheckedCall['arguments'],
    signal: AbortSignal | undefined,
  ): Promise<Observation> {
    const { reader, page } = this.#view;
    const text = String(values.text ?? '');
    switch (tool) {
      case 'browser_navigate':
        return (await this.#navigate(String(values.url))).observation;
      case 'browser_read':
        return readObservation(page.url(), await this.#read(), Number(values.from ?? 0));
      case 'browser_links':
        return linksObservation(await reader.ask('links', { most: 200 }));
      case 'browser_find':
        return findObservation(await this.#read(), text);
      case 'browser_snapshot':
        return readObservation(page.url(), await this.#snapshot(), Number(values.from ?? 0));
      case 'browser_press':
        return this.#do('cannot_press', async () => {
          await reader.inTime(page.keyboard.press(String(values.key)));
          return null;
        });
      case 'browser_scroll':
        return this.#do('cannot_scroll', () => reader.ask('scroll', { by: Number(values.by ?? 600) }));
      case 'browser_back':
        return this.#back();
      case 'browser_wait':
        return this.#wait(Number(values.seconds), signal);
      case 'browser_screenshot':
        return this.#screenshot();
      default:
        return this.#act(tool, values);
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

  async #wait(seconds: number, signal: AbortSignal | undefined): Promise<Observation> {
    if (this.#clock === null) await setTimeout(seconds * 1000, undefined, { signal });
    return this.#shown({}, seconds, signal);
  }

  async #back(): Promise<Observation> {
    const { limits } = this.#options;
    return this.#do('navigation_failed', async () => {
      const options = { waitUntil: 'commit', timeout: limits.navigationSeconds * 1000 } as const;
      const before = this.#view.page.url();
      const response = await this.#view.page.goBack(options);
      return response === null && this.#view.page.url() === before
        ? failedObservation('not_found', 'there is no page before this one')
        : null;
    });
  }

  /** Does something to the control that a call names. */
  async #act(tool: string, values: CheckedCall['arguments']): Promise<Observation> {
    const action = controlActions[tool];
    if (action === undefined) throw new Error(`no browser tool ${tool}`);
    const { kind } = action;
    const call = { values, files: this.#options.files, ...this.#timeout };
    const use = async (control: Locator): Promise<Observation | null> => {
      const obstacle = await action.obstacle(control, call.timeout);
      return obstacle === '' ? action.act(control, call) : failedObservation('not_usable', `it ${obstacle}`);
    };
    if (typeof values.ref === 'string') {
      const { ref } = values;
      const control = this.#view.page.locator(`aria-ref=${ref}`);
      return this.#do(`cannot_${kind}`, async () =>
        (await this.#view.reader.inTime(control.count())) === 1 ? use(control) : noSuchReference(ref),
      );
    }
    const text = tool === 'browser_click' || tool === 'browser_hover' ? values.text : values.field;
    if (typeof text !== 'string') return unnamedControl();
    const controls = await this.#view.reader.ask('controls', { kind, text });
    const chosen = choose(controls, kind, text, values.nth);
    if ('status' in chosen) return chosen;
    return this.#do(`cannot_${kind}`, () => this.#onControl(chosen.path, use));
  }

  /** Does something with the page, and shows the page after it or why it was not done. */
  async #do(failure: string, act: () => Promise<Observation | null>): Promise<Observation> {
    try {
      const refusal = await act();
      if (refusal !== null) return refusal;
    } catch (error) {
      if (error instanceof PageHangs) throw error;
      this.#checkAlive();
      await this.#settle();
      return (await this.#leaveForbidden()) ?? failureOf(error, failure);
    }
    return this.#shown({});
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
    const { page, reader } = this.#view;
    const png = await reader.inTime(page.screenshot({ animations: 'disabled', caret: 'hide', timeout: 0 }));
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

  /** What is on the page as a tree, as Playwright makes it for agents. It takes all of the page or nothing. */
  async #snapshot(): Promise<PageText> {
    const { title, text, truncated } = await this.#read();
    if (truncated) return { title, text, truncated };
    return { title, text: await this.#view.page.ariaSnapshot({ mode: 'ai', ...this.#timeout }), truncated };
  }

  /** The page after something was done and seconds passed on its clock, or why it is not shown. */
  async #shown(
    data: { readonly http_status?: number | null },
    seconds: number = this.#options.limits.clockSeconds,
    signal?: AbortSignal,
  ): Promise<Observation> {
    const settled = await this.#settle(seconds, signal);
    const forbidden = await this.#leaveForbidden();
    if (forbidden !== null) return forbidden;
    return pageObservation(this.#view.page.url(), await this.#read(), {
      ...data,
      settled,
      notes: this.#view.activity.notes(),
    });
  }

  /** Lets the page get done with what an action began, its timers included. */
  async #settle(seconds: number = this.#options.limits.clockSeconds, signal?: AbortSignal): Promise<boolean> {
    if (this.#clock === null) return this.#rest();
    return this.#clock.advance(this.#view, Math.ceil(seconds * 1000), { rest: () => this.#rest(), signal });
  }

  /**
   * Waits until the page neither loads nor asks for anything. Each navigation gives it the time for that anew, until it
   * has gone elsewhere too often.
   */
  async #rest(): Promise<boolean> {
    const { reader, activity } = this.#view;
    let navigations = -1;
    let until = 0;
    for (;;) {
      if (activity.isRestless) throw new Error('the page never stays');
      if (activity.navigations !== navigations) {
        navigations = activity.navigations;
        until = performance.now() + this.#options.limits.settleSeconds * 1000;
      }
      const before = activity.count;
      const rests =
        this.#clock === null ? await reader.ask('wait', { milliseconds: TIMERS }) : await reader.rest();
      if (rests && activity.isQuiet && activity.count === before) {
        activity.rested();
        return true;
      }
      if (performance.now() > until) {
        await reader.stopLoading();
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

/** Frees what a world holds. */
async function release(
  options: BrowserWorldOptions,
  { proxy, pages }: { readonly proxy: OriginProxy | undefined; readonly pages: WorldPages | undefined },
): Promise<void> {
  if (pages !== undefined) await closePages(options, pages);
  await proxy?.close();
  for (const site of options.sites.values()) await site.close?.();
}

/** Closes a context; ends the browser where it doesn't close that, with all worlds of the environment. */
async function closePages({ browser, endBrowser }: BrowserWorldOptions, pages: WorldPages): Promise<void> {
  try {
    await pages.close();
  } catch {
    if (browser.isConnected()) await endBrowser();
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
