import type { Browser } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { readOrigins } from './allowed-origins.js';
import { readBrowserLimits } from './browser-limits.js';
import { BrowserWorld } from './browser-world.js';
import { OriginProxy } from './origin-proxy.js';

it('closes its sites when there is no port for its proxy', async () => {
  const open = vi.spyOn(OriginProxy, 'open').mockRejectedValue(new Error('no port is free'));
  const close = vi.fn();
  const opening = BrowserWorld.open({
    browser: {} as Browser,
    endBrowser: async () => undefined,
    origins: [],
    allowed: readOrigins([], []),
    sites: new Map([['http://site.test', { handle: () => undefined, close }]]),
    limits: readBrowserLimits(),
    seed: 0,
    deterministic: true,
    startUrl: undefined,
    files: new Map(),
    onRefused: () => undefined,
    onScreenshot: undefined,
  });
  await expect(opening).rejects.toThrow('no port is free');
  expect(close).toHaveBeenCalledTimes(1);
  open.mockRestore();
});
