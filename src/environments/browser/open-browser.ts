import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { makeHostFolder } from '../../sandbox/internal.js';
import { environmentError } from '../error-codes.js';
import { registerControlQuestions } from './control-questions.js';
import { inTime } from './page-reader.js';

/** How a Chromium is found and started. */
export interface OpenBrowserOptions {
  readonly executablePath: string | undefined;
  readonly chromiumSandbox: boolean;
  /** Origins of http that count as secure ones, as sites do on their own servers. */
  readonly secureOrigins: readonly string[];
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Nothing listens there: what the browser wants for itself, outside any world, goes nowhere. */
const NOWHERE = 'http://127.0.0.1:9';

/** Seconds that a browser has for closing itself. */
const SECONDS_TO_CLOSE = 10;

const FLAGS = [
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--js-flags=--max-old-space-size=512',
];

/**
 * One Chromium for all worlds of an environment, each in a context of its own. One that has died is replaced when the
 * next world is opened.
 */
export class SharedBrowser {
  readonly #options: OpenBrowserOptions;
  #browser: Promise<OpenedBrowser> | undefined;

  constructor(options: OpenBrowserOptions) {
    this.#options = options;
  }

  /** The running browser. @throws {MettleError} `environments/browser_unavailable` */
  async get(): Promise<Browser> {
    const opened = await this.#browser?.catch(() => undefined);
    if (opened !== undefined && !opened.browser.isConnected()) await this.end(opened.browser);
    this.#browser ??= launch(this.#options);
    try {
      return (await this.#browser).browser;
    } catch (error) {
      this.#browser = undefined;
      throw error;
    }
  }

  /** Ends this browser, even one that answers nothing, and removes its files. The next {@link get} starts another one. */
  async end(browser: Browser): Promise<void> {
    const opened = await this.#browser?.catch(() => undefined);
    // Other worlds may have ended it before.
    if (opened?.browser !== browser) return;
    this.#browser = undefined;
    await opened.close();
  }

  /** Ends the browser and removes its files. */
  async close(): Promise<void> {
    const opened = await this.#browser?.catch(() => undefined);
    if (opened !== undefined) await this.end(opened.browser);
  }
}

interface OpenedBrowser {
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

async function launch({
  executablePath,
  chromiumSandbox,
  secureOrigins,
}: OpenBrowserOptions): Promise<OpenedBrowser> {
  const { chromium } = await loadPlaywright();
  const program = executablePath ?? findChromium(process.env.PATH ?? '');
  if (program === null || !existsSync(program)) {
    throw unavailable(
      program === null
        ? `There is no Chromium: none of ${NAMES.join(', ')} is on PATH. Install one, or name it with executablePath.`
        : `There is no Chromium at ${program}.`,
    );
  }
  if (chromiumSandbox && process.getuid?.() === 0) {
    throw unavailable(
      "Chromium's own sandbox does not work for root. Run as an ordinary user; or, for sites that you trust, pass chromiumSandbox: false.",
    );
  }
  const home = makeHostFolder('browser');
  const removeHome = (): Promise<void> => rm(home, { recursive: true, force: true, maxRetries: 5 });
  try {
    // A persistent context, since only then Playwright takes a folder for the profile, which is removed with `home`.
    const context = await chromium.launchPersistentContext(join(home, 'profile'), {
      executablePath: program,
      headless: true,
      chromiumSandbox,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      proxy: { server: NOWHERE },
      args: [...FLAGS, `--unsafely-treat-insecure-origin-as-secure=${secureOrigins.join(',')}`],
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_CACHE_HOME: home,
        TMPDIR: home,
        TZ: 'UTC',
        LANG: 'en_US.UTF-8',
      },
      timeout: 120_000,
      artifactsDir: join(home, 'artifacts'),
    });
    const browser = context.browser();
    if (browser === null) throw new Error('Playwright gives no browser');
    // Worlds have contexts of their own; the page of this one would only take memory.
    for (const page of context.pages()) await page.close();
    return {
      browser,
      close: async () => {
        await end(browser);
        await removeHome();
      },
    };
  } catch (error) {
    await removeHome();
    const [reason] = errorMessage(error).split('\n');
    throw unavailable(`Chromium does not start (${program}): ${reason}`, error);
  }
}

/** Ends a browser. Playwright kills one that it's told to close twice, which ends one that answers nothing. */
async function end(browser: Browser): Promise<void> {
  const closing = browser.close();
  await inTime(SECONDS_TO_CLOSE, closing).catch(() => browser.close());
  await closing;
}

async function loadPlaywright(): Promise<typeof import('playwright-core')> {
  try {
    const playwright = await import('playwright-core');
    await registerControlQuestions(playwright.selectors);
    return playwright;
  } catch (error) {
    throw unavailable(
      'Browser worlds need a package that is not installed. Run: npm install playwright-core',
      error,
    );
  }
}

/** The first Chromium in the folders of a PATH; null when there is none. */
export function findChromium(path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const programs = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...programs, MAC].find((program) => existsSync(program)) ?? null;
}

function unavailable(message: string, cause?: unknown): MettleError {
  return environmentError('browser_unavailable', message, { cause });
}
