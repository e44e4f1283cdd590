import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { errorMessage } from '../core/internal.js';

/** What may be set before a page is looked at. */
export interface PageLook {
  /** Columns of CSS pixels. */
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  readonly media: 'screen' | 'print';
}

/** A page in a headless Chromium that has no network. */
export interface BrowserPage {
  readonly look: (look: PageLook) => Promise<void>;
  /** The value of an expression, a promise's value too, as JSON has it. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly press: (key: 'Tab' | 'Enter') => Promise<void>;
  /** The URLs that were asked for since the page was opened. */
  readonly requests: readonly string[];
  /** Ends the browser and removes its profile. */
  readonly close: () => Promise<void>;
}

const KEY_CODES = { Tab: 9, Enter: 13 } as const;

/** Why there is no Chromium here; empty where there is one that starts. */
export async function whyNoChromium(): Promise<string> {
  if (executable() === null) return 'there is no chromium on PATH';
  try {
    await (await openPage(null)).close();
    return '';
  } catch (error) {
    return `Chromium does not start here: ${errorMessage(error).split('\n')[0]}`;
  }
}

/** Opens a local file, or an empty page for null, in a Chromium of its own. */
export async function openPage(file: string | null): Promise<BrowserPage> {
  const profile = await mkdtemp(join(tmpdir(), 'mettle-chromium-'));
  const browser = startChromium(profile);
  const tools = new DevTools(browser);
  const close = async (): Promise<void> => {
    await endChromium(browser, tools);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return await attach(tools, file, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function attach(
  tools: DevTools,
  file: string | null,
  close: () => Promise<void>,
): Promise<BrowserPage> {
  const { targetId } = await tools.call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await tools.call('Target.attachToTarget', { targetId, flatten: true });
  const call = (method: string, params: object = {}): Promise<Reply> =>
    tools.call(method, params, String(sessionId));
  const requests: string[] = [];
  tools.on('Network.requestWillBeSent', ({ request }) => {
    requests.push((request as { readonly url: string }).url);
  });
  for (const domain of ['Page', 'Network', 'Runtime']) await call(`${domain}.enable`);
  await call('Emulation.setFocusEmulationEnabled', { enabled: true });
  if (file !== null) {
    const loaded = new Promise((resolve) => tools.on('Page.loadEventFired', resolve));
    await call('Page.navigate', { url: pathToFileURL(file).href });
    await loaded;
  }
  return {
    requests,
    close,
    look: async ({ width, scheme, media }) => {
      const metrics = { width, height: 900, deviceScaleFactor: 1, mobile: false };
      await call('Emulation.setDeviceMetricsOverride', metrics);
      const features = [{ name: 'prefers-color-scheme', value: scheme }];
      await call('Emulation.setEmulatedMedia', { media, features });
    },
    evaluate: async (expression) => {
      const reply = await call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (reply.exceptionDetails !== undefined) throw new Error(JSON.stringify(reply.exceptionDetails));
      return (reply.result as { readonly value?: unknown }).value;
    },
    press: async (key) => {
      const code = { key, code: key, windowsVirtualKeyCode: KEY_CODES[key] };
      const text = key === 'Enter' ? { text: '\r' } : {};
      await call('Input.dispatchKeyEvent', { type: 'keyDown', ...code, ...text });
      await call('Input.dispatchKeyEvent', { type: 'keyUp', ...code });
    },
  };
}

function executable(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'chromium')).find((path) => existsSync(path)) ?? null;
}

function startChromium(profile: string): ChildProcess {
  const flags = [
    '--headless',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-breakpad',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
  ];
  return spawn(executable() ?? 'chromium', flags, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile },
    detached: true,
  });
}

/** Asks the browser to end, so that it waits for its own processes; kills its process group where it does not. */
async function endChromium(browser: ChildProcess, tools: DevTools): Promise<void> {
  if (browser.pid === undefined || browser.exitCode !== null || browser.signalCode !== null) return;
  const ended = once(browser, 'exit');
  tools.call('Browser.close', {}).catch(() => undefined);
  const kill = setTimeout(() => process.kill(-(browser.pid ?? 0), 'SIGKILL'), 10_000);
  await ended;
  clearTimeout(kill);
}

type Reply = Readonly<Record<string, unknown>>;

/** The DevTools protocol over the two pipes of `--remote-debugging-pipe`: JSON, each message ended by NUL. */
class DevTools {
  readonly #browser: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Map<string, (params: Reply) => void>();
  #lastId = 0;
  #rest = '';

  constructor(browser: ChildProcess) {
    this.#browser = browser;
    const [, , , , fromBrowser] = browser.stdio;
    (fromBrowser as Readable).setEncoding('utf8').on('data', (text: string) => this.#read(text));
    const fail = (reason: string): void => {
      for (const { reject } of this.#waiting.values()) reject(new Error(reason));
      this.#waiting.clear();
    };
    browser.on('error', (error) => fail(error.message));
    browser.on('exit', (code) => fail(`it ended with ${code ?? 'a signal'}`));
    (browser.stdio[3] as Writable).on('error', (error) => fail(error.message));
  }

  on(event: string, listener: (params: Reply) => void): void {
    this.#listeners.set(event, listener);
  }

  call(method: string, params: object, sessionId?: string): Promise<Reply> {
    if (this.#browser.exitCode !== null) return Promise.reject(new Error('it has ended'));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      (this.#browser.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #read(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, method, params, result, error } = JSON.parse(message);
      if (id === undefined) {
        this.#listeners.get(method)?.(params);
        continue;
      }
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error.message));
    }
  }
}
