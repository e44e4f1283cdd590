import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { makeHostFolder } from '../../sandbox/internal.js';
import { environmentError } from '../error-codes.js';
import { registerControlQuestions } from './control-questions.js';

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
    if (opened !== undefined && !opened.browser.isConnected()) {
      this.#browser = undefined;
      await opened.close();
    }
    this.#browser ??= launch(this.#options);
    try {
      return (await this.#browser).browser;
    } catch (error) {
      this.#browser = undefined;
      throw error;
    }
  }

  /** Ends the browser and removes its files. */
  async close(): Promise<void> {
    const opened = await this.#browser?.catch(() => undefined);
    this.#browser = undefined;
    await opened?.close();
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
    const browser = await chromium.launch({
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
    });
    return {
      browser,
      close: async () => {
        await browser.close();
        await removeHome();
      },
    };
  } catch (error) {
    await removeHome();
    const [reason] = errorMessage(error).split('\n');
    throw unavailable(`Chromium does not start (${program}): ${reason}`, error);
  }
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
