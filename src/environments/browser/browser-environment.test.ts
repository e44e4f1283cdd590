import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import type { Environment, World } from '../environment.js';
import { noBrowser, shop, testBrowser } from './browser.fixture.js';
import { createBrowserEnvironment } from './browser-environment.js';

unless(noBrowser).describe('createBrowserEnvironment', () => {
  const screenshots: Uint8Array[] = [];
  let environment: Environment;
  let world: World;

  beforeAll(async () => {
    environment = await createBrowserEnvironment({
      ...testBrowser,
      sites: { 'http://shop.test': shop },
      startUrl: 'http://shop.test/',
      onScreenshot: (png) => screenshots.push(png),
    });
    world = await environment.open({ seed: 3 });
  });
  afterAll(async () => {
    await world.close();
    await environment.close();
  });

  it('reads a page, its links and what stands around a text', async () => {
    const read = await world.call('browser_read', {});
    expect(read.observation).toMatchObject({
      status: 'ok',
      data: { url: 'http://shop.test/', title: 'Fruit shop 3', truncated: false },
    });
    expect(read.observation.content).toBe(
      '[Fruit shop 3] http://shop.test/\nFruit\nfig 80\npear 45\nPrices in cents. Order fruit Partner',
    );
    expect(read.changes).toEqual([]);
    const links = await world.call('browser_links', {});
    expect(links.observation.data).toEqual({
      links: [
        { text: 'Order fruit', href: 'http://shop.test/order' },
        { text: 'Partner', href: 'https://elsewhere.test/' },
      ],
      total: 2,
    });
    const found = await world.call('browser_find', { text: 'PEAR' });
    expect(found.observation.data).toMatchObject({ count: 1 });
    expect((await world.call('browser_find', { text: 'Nobody' })).observation.data).toMatchObject({
      count: 0,
    });
  });

  it('fills in a form and sends it, and shows in its state what that did', async () => {
    const clicked = await world.call('browser_click', { text: 'order fruit' });
    expect(clicked.observation.data).toMatchObject({
      url: 'http://shop.test/order',
      title: 'Order',
      settled: true,
    });
    const selected = await world.call('browser_select', { field: 'Fruit', option: 'pear' });
    expect(selected.changes).toEqual([{ name: 'form/fruit', before: 'fig', after: 'pear' }]);
    await world.call('browser_click', { text: 'Gift' });
    const typed = await world.call('browser_type', { field: 'pieces', text: '12' });
    expect(world.state().get('form/gift')).toBe(true);
    expect(typed.changes).toEqual([{ name: 'form/pieces', before: '1', after: '12' }]);
    const sent = await world.call('browser_click', { text: 'Send order' });
    expect(sent.observation.content).toContain('Thank you for 12 of pear.');
    expect(world.state().get('site/shop.test/orders/1')).toEqual({ fruit: 'pear', pieces: 12 });
    expect(world.state().get('cookies/shop.test/:customer')).toBe('7');
    expect(world.state().get('storage/http://shop.test/local/last')).toBe('order');
  });

  it('gives the hash of a screenshot and hands its bytes to the caller alone', async () => {
    const { observation } = await world.call('browser_screenshot', {});
    expect(observation.data).toMatchObject({ bytes: screenshots[0]?.length, width: 1280, height: 720 });
    expect(String.fromCharCode(...(screenshots[0]?.slice(1, 4) ?? []))).toBe('PNG');
  });

  it('says what is wrong with a call, and goes on', async () => {
    await world.call('browser_navigate', { url: 'http://shop.test/order' });
    for (const [tool, args, type] of [
      ['browser_navigate', { url: 'file:///etc/passwd' }, 'not_allowed'],
      ['browser_navigate', { url: 'data:text/html,hello' }, 'not_allowed'],
      ['browser_navigate', { url: 'http://127.0.0.1:4/' }, 'not_allowed'],
      ['browser_navigate', { url: 'http://shop.test.elsewhere.test/' }, 'not_allowed'],
      ['browser_navigate', { url: 'http://shop.test@elsewhere.test/' }, 'not_allowed'],
      ['browser_navigate', { url: 'javascript:alert(1)' }, 'not_allowed'],
      ['browser_click', { text: 'Cancel' }, 'not_found'],
      ['browser_click', { text: 'Gift', nth: 9 }, 'not_found'],
      ['browser_type', { field: 'Gift', text: 'x' }, 'not_found'],
      ['browser_select', { field: 'Fruit', option: 'nut' }, 'not_found'],
      ['browser_read', { from: 1_000_000 }, 'out_of_range'],
    ] as const) {
      const { observation } = await world.call(tool, args);
      expect([tool, args, observation.error?.type]).toEqual([tool, args, type]);
    }
    expect(world.state().get('page/url')).toBe('http://shop.test/order');
    const missing = await world.call('browser_navigate', { url: 'http://shop.test/nowhere' });
    expect(missing.observation.data).toMatchObject({ http_status: 404, title: '404' });
  });

  it('begins anew with each world and each reset', async () => {
    await using other = await environment.open({ seed: 3 });
    const digest = other.stateDigest();
    expect([...other.state().keys()]).toEqual(['page/url', 'page/title', 'page/text']);
    await other.call('browser_navigate', { url: 'http://shop.test/order?fruit=fig&pieces=1' });
    expect(other.state().get('site/shop.test/orders/1')).toBeDefined();
    await other.reset(3);
    expect(other.stateDigest()).toBe(digest);
  });

  it('proposes arguments by the prompt alone', () => {
    const sample = (tool: string, prompt = 'What does a fig cost?') =>
      environment.sampleArguments(tool, { prompt, seed: 0 });
    expect(sample('browser_find')).toEqual({ text: 'What' });
    expect(sample('browser_find', '2 + 2?')).toBeNull();
    expect(sample('browser_navigate')).toEqual({ url: 'http://shop.test/' });
    expect([sample('browser_read'), sample('browser_click')]).toEqual([{}, null]);
  });

  it('says why it cannot fork, and that it can be replayed where all its sites are its own', async () => {
    expect(environment.capabilities).toEqual({ fork: "the memory of a page can't be copied", replay: true });
    await expect(world.fork()).rejects.toMatchObject({ code: 'environments/cannot_fork' });
  });
});

describe('options of createBrowserEnvironment', () => {
  it.each(['example.com', 'https://example.com/path', 'ftp://example.com', 'https://user@example.com'])(
    'refuse the origin %s',
    async (origin) => {
      await expect(createBrowserEnvironment({ origins: [origin] })).rejects.toMatchObject({
        code: 'environments/invalid_origin',
      });
    },
  );

  it('refuse limits and programs that are none', async () => {
    await expect(createBrowserEnvironment({ limits: { actionSeconds: 0 } })).rejects.toThrow(
      'positive number',
    );
    await expect(createBrowserEnvironment({ executablePath: '/nowhere/chromium' })).rejects.toMatchObject({
      code: 'environments/browser_unavailable',
    });
  });
});
