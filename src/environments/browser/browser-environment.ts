import { Buffer } from 'node:buffer';
import { defineOptions, option, sha256 } from '../../core/index.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import { readOrigins } from './allowed-origins.js';
import { type BrowserLimits, readBrowserLimits } from './browser-limits.js';
import type { BrowserSite, OpenedBrowserSite } from './browser-site.js';
import { browserTools } from './browser-tools.js';
import { BrowserWorld } from './browser-world.js';
import { SharedBrowser } from './open-browser.js';
import { sampleBrowserArguments } from './sample-browser-arguments.js';

/** Changes when the tools answer differently, so that old records are not replayed by new rules. */
const BROWSER_ENVIRONMENT_VERSION = 4;

/** What {@link createBrowserEnvironment} makes worlds from. Nothing is allowed that is not named. */
export interface BrowserEnvironmentOptions {
  /** snake_case; part of the identity. Default `browser`. */
  readonly name?: string;
  /** Origins on the network that worlds may reach, such as `https://example.com`. Default: none. */
  readonly origins?: readonly string[];
  /** Sites that are served inside this process, by the origin at which a world finds them: `http://shop.test`. */
  readonly sites?: Readonly<Record<string, BrowserSite>>;
  /** Files that `browser_upload` can hand to a page, by name. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The page that a fresh world shows. Default: an empty one. */
  readonly startUrl?: string;
  /**
   * Your word that the same calls give the same pages. The page's clock then moves with the calls alone, `Math.random`
   * and `crypto` follow the seed, and records can be replayed. Default: true where there are no `origins`.
   */
  readonly deterministic?: boolean;
  /** The Chromium to start. Default: the first on PATH. */
  readonly executablePath?: string;
  /**
   * Whether Chromium's own sandbox confines the pages. Default true, and an error where it can't, such as for root.
   * Pass false only for sites that you trust as you trust a program that you start.
   */
  readonly chromiumSandbox?: boolean;
  /** Over {@link defaultBrowserLimits}. */
  readonly limits?: Partial<BrowserLimits>;
  /** Called for each request that was refused, with its URL, or `host:port` where no more is known. */
  readonly onRefusedRequest?: (target: string) => void;
  /** Gets the picture of each `browser_screenshot`; the observation holds its hash alone. */
  readonly onScreenshot?: (png: Uint8Array, sha256: string) => void;
}

const checkBrowserEnvironmentOptions = defineOptions<BrowserEnvironmentOptions>()(
  'createBrowserEnvironment',
  {
    name: option.string,
    origins: option.list(option.string),
    sites: option.record,
    files: option.record,
    startUrl: option.string,
    deterministic: option.boolean,
    executablePath: option.string,
    chromiumSandbox: option.boolean,
    limits: option.object,
    onRefusedRequest: option.callback,
    onScreenshot: option.callback,
  },
);

/**
 * An environment whose worlds are pages in a real Chromium, each in a context of its own, with its own cookies and
 * storage. `browser_snapshot` lists what is on it; other tools read, click, type, upload, scroll, wait and more. The only way out of a world is a proxy that lets through what `origins` and
 * `sites` name; new windows, downloads, service workers and dialogs are refused.
 *
 * Needs the package `playwright-core` and a Chromium. Worlds can't fork: the memory of a page can't be copied.
 *
 * @throws {MettleError} `environments/browser_unavailable` without either of these, or as root with Chromium's sandbox;
 *   `environments/invalid_origin`; `environments/invalid_limit`.
 */
export async function createBrowserEnvironment(options: BrowserEnvironmentOptions): Promise<Environment> {
  checkBrowserEnvironmentOptions(options);
  const { name = 'browser', origins = [], sites = {}, startUrl, chromiumSandbox = true } = options;
  const { deterministic = origins.length === 0 } = options;
  const limits = readBrowserLimits(options.limits);
  const allowed = readOrigins(origins, Object.keys(sites));
  const siteByOrigin = new Map(Object.entries(sites).map(([key, site]) => [new URL(key).origin, site]));
  const files = new Map(
    Object.entries(options.files ?? {}).map(([file, held]) => [
      file,
      typeof held === 'string' ? Buffer.from(held) : held,
    ]),
  );
  const shared = new SharedBrowser({
    executablePath: options.executablePath,
    chromiumSandbox,
    secureOrigins: [...siteByOrigin.keys()],
  });
  const chromium = (await shared.get()).version();
  return defineEnvironment({
    name,
    version: BROWSER_ENVIRONMENT_VERSION,
    tools: browserTools,
    identity: {
      chromium,
      origins: [...allowed.all].sort(),
      sites: [...siteByOrigin].map(([origin, { version }]) => [origin, version]).sort(),
      startUrl: startUrl ?? null,
      files: [...files].map(([file, bytes]) => [file, sha256(bytes)]).sort(),
      deterministic,
      limits: { ...limits },
    },
    begin: async ({ seed }) => {
      const browser = await shared.get();
      return BrowserWorld.open({
        browser,
        endBrowser: () => shared.end(browser),
        origins: origins.map((origin) => new URL(origin).origin),
        allowed,
        sites: await openSites(siteByOrigin, seed),
        limits,
        seed,
        deterministic,
        startUrl,
        files,
        onRefused: (target) => options.onRefusedRequest?.(target),
        onScreenshot: options.onScreenshot,
      });
    },
    sampleArguments: (tool, { prompt }) =>
      sampleBrowserArguments(tool, prompt, startUrl ?? [...allowed.all].sort()[0]),
    cannotFork: "the memory of a page can't be copied",
    ...(deterministic
      ? {}
      : {
          cannotReplay:
            'its pages come from outside the world and may change; pass deterministic: true if yours do not',
        }),
    close: () => shared.close(),
  });
}

async function openSites(
  sites: ReadonlyMap<string, BrowserSite>,
  seed: number,
): Promise<ReadonlyMap<string, OpenedBrowserSite>> {
  const opened = new Map<string, OpenedBrowserSite>();
  try {
    for (const [origin, site] of sites) opened.set(origin, await site.open({ seed }));
    return opened;
  } catch (error) {
    for (const site of opened.values()) await site.close?.();
    throw error;
  }
}
