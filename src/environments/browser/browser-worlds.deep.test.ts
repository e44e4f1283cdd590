import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { noBrowser, pages, shop, testBrowser } from './browser.fixture.js';
import { createBrowserEnvironment } from './browser-environment.js';

unless(noBrowser).describe('browser worlds', () => {
  it('are isolated from each other: ten at a time', async () => {
    await using environment = await createBrowserEnvironment({
      ...testBrowser,
      sites: { 'http://shop.test': shop },
      startUrl: 'http://shop.test/order',
    });
    const play = async (pieces: number): Promise<string[]> => {
      await using world = await environment.open({ seed: 1 });
      const digests = [world.stateDigest()];
      for (const [tool, args] of [
        ['browser_type', { field: 'Pieces', text: String(pieces) }],
        ['browser_click', { text: 'Send order' }],
        ['browser_navigate', { url: 'http://shop.test/order' }],
      ] as const) {
        digests.push((await world.call(tool, args)).stateDigest);
      }
      const orders = [...world.state()].filter(([name]) => name.startsWith('site/'));
      expect(orders).toEqual([['site/shop.test/orders/1', { fruit: 'fig', pieces }]]);
      return digests;
    };
    const together = await Promise.all(Array.from({ length: 10 }, (_, index) => play(index)));
    expect(new Set(together.map(([first]) => first)).size).toBe(1);
    expect(new Set(together.map((digests) => digests.at(-1))).size).toBe(10);
    expect(await play(4)).toEqual(together[4]);
  });

  it('get an empty page in place of one that hangs, dies or never stays, while others go on', async () => {
    await using environment = await createBrowserEnvironment({
      ...testBrowser,
      limits: { ...testBrowser.limits, actionSeconds: 10, settleSeconds: 10 },
      sites: {
        'http://site.test': pages({
          '/': '<title>start</title><button onclick="for (;;);">Loop</button>',
          '/loop': '<script>for (;;);</script>',
          '/alerts': '<script>for (;;) alert(1);</script>',
          '/memory': '<script>const all = []; for (;;) all.push(new Array(1e6).fill({}));</script>',
          '/reload': '<script>location.reload()</script>',
          '/refresh': '<meta http-equiv="refresh" content="0">',
        }),
      },
      startUrl: 'http://site.test/',
    });
    await using looping = await createBrowserEnvironment({
      ...testBrowser,
      limits: { ...testBrowser.limits, actionSeconds: 10 },
      sites: { 'http://site.test': pages({ '/': '<script>for (;;);</script>' }) },
      startUrl: 'http://site.test/',
    });
    await expect(looping.open({ seed: 0 })).rejects.toThrow('did not answer');
    await using world = await environment.open({ seed: 0 });
    await using other = await environment.open({ seed: 0 });
    const troubles: [string, RegExp][] = [
      ['/loop', /page_hangs/],
      ['/alerts', /page_hangs|restless_page/],
      ['/memory', /page_hangs|page_ended/],
      ['/reload', /restless_page/],
      ['/refresh', /restless_page/],
    ];
    const looped = await world.call('browser_click', { text: 'Loop' });
    expect(looped.observation.error?.message).toContain('an empty one is open');
    for (const [path, type] of troubles) {
      const { observation } = await world.call('browser_navigate', { url: `http://site.test${path}` });
      expect(observation.error?.type, path).toMatch(type);
      expect(world.state().get('page/url'), path).toBe('about:blank');
    }
    expect((await other.call('browser_read', {})).observation.status).toBe('ok');
    await world.call('browser_navigate', { url: 'http://site.test/' });
    expect(world.stateDigest()).toBe(other.stateDigest());
  });

  it('get an empty page in place of one that hangs in the middle of any call', async () => {
    let loop = (): unknown => undefined;
    let onLooping = (): void => undefined;
    await using environment = await createBrowserEnvironment({
      ...testBrowser,
      limits: { ...testBrowser.limits, actionSeconds: 10 },
      sites: {
        'http://site.test': pages({
          '/keys': '<input autofocus aria-label="Name" onkeydown="for (;;);">',
          // An event that nothing waits for; the server sees that the page is about to loop.
          '/later': `<button>Now</button><script>new EventSource('/event').onmessage = () => {
            const request = new XMLHttpRequest();
            request.open('GET', '/looping', false);
            request.send();
            for (;;);
          }</script>`,
          '/event': (response) => {
            response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
            loop = () => response.write('data: now\n\n');
          },
          '/looping': (response) => {
            response.end();
            onLooping();
          },
        }),
      },
    });
    await using world = await environment.open({ seed: 0 });
    const hang = { type: 'page_hangs', message: expect.stringContaining('an empty one is open') };
    await world.call('browser_navigate', { url: 'http://site.test/keys' });
    expect((await world.call('browser_press', { key: 'a' })).observation.error).toEqual(hang);
    for (const [tool, values] of [
      ['browser_click', { ref: 'e2' }],
      ['browser_snapshot', {}],
      ['browser_screenshot', {}],
      ['browser_back', {}],
    ] as const) {
      await world.call('browser_navigate', { url: 'http://site.test/later' });
      await world.call('browser_snapshot', {});
      await new Promise<void>((resolve) => {
        onLooping = resolve;
        loop();
      });
      expect((await world.call(tool, values)).observation.error, tool).toEqual(hang);
      expect(world.state().get('page/url'), tool).toBe('about:blank');
    }
  });

  it('outlive redirects to what no world opens, and show no page of the browser itself', async () => {
    const targets = [
      'file:///etc/passwd',
      'blob:http://site.test/1',
      'data:text/html,hello',
      'about:blank',
      'chrome://version',
      'javascript:alert(1)',
      '/0',
    ];
    const redirects = targets.map((location, index): [string, (response: ServerResponse) => void] => [
      `/${targets.length - 1 - index}`,
      (response) => response.writeHead(302, { location }).end(),
    ]);
    await using environment = await createBrowserEnvironment({
      ...testBrowser,
      sites: { 'http://site.test': pages(Object.fromEntries(redirects)) },
    });
    await using world = await environment.open({ seed: 0 });
    for (const [path] of redirects) {
      const { observation } = await world.call('browser_navigate', { url: `http://site.test${path}` });
      expect(observation.error?.type, path).toBe('navigation_failed');
      expect(world.state().get('page/url'), path).toBe('about:blank');
    }
  });

  unless(process.platform === 'win32' ? 'the made browser is a shell script' : null).it(
    'are broken when the browser dies, and work in a new one after a reset',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'mettle-dying-browser-'));
      try {
        const [program, pids] = [join(folder, 'chromium'), join(folder, 'pids')];
        const start =
          'for name in chromium chromium-browser google-chrome; do command -v $name && exec $name "$@"; done';
        const note = `echo $$ >> '${pids}'; echo "$@" > '${folder}/arguments'`;
        await writeFile(program, `#!/bin/sh\n${note}\n${start}\n`, { mode: 0o755 });
        await using environment = await createBrowserEnvironment({
          ...testBrowser,
          limits: { ...testBrowser.limits, actionSeconds: 5 },
          executablePath: program,
          sites: { 'http://shop.test': shop },
          startUrl: 'http://shop.test/',
        });
        await using world = await environment.open({ seed: 0 });
        const before = world.stateDigest();
        process.kill(Number((await readFile(pids, 'utf8')).trim()), 'SIGKILL');
        const broken = { code: 'environments/world_broken' };
        await expect(world.call('browser_click', { text: 'Order fruit' })).rejects.toMatchObject(broken);
        await world.reset(0);
        expect(world.stateDigest()).toBe(before);
        const started = (await readFile(pids, 'utf8')).trim().split('\n');
        expect(started).toHaveLength(2);
        // Where the folders of hosts that were killed are removed by the next start.
        expect(await readFile(join(folder, 'arguments'), 'utf8')).toMatch(
          /--user-data-dir=\S+\/mettle-browser-[^/]+\/profile /,
        );
        // A browser that answers nothing is ended, and so are its worlds.
        process.kill(Number(started[1]), 'SIGSTOP');
        await expect(world.call('browser_read', {})).rejects.toMatchObject(broken);
        await world.reset(0);
        expect(world.stateDigest()).toBe(before);
        const [, , third] = (await readFile(pids, 'utf8')).trim().split('\n');
        process.kill(Number(third), 'SIGSTOP');
      } finally {
        await rm(folder, { recursive: true, maxRetries: 5 });
      }
    },
  );

  it('answer with an error for a server that never answers, and go on where a part never ends', async () => {
    await using environment = await createBrowserEnvironment({
      ...testBrowser,
      limits: { ...testBrowser.limits, navigationSeconds: 3, settleSeconds: 3 },
      sites: {
        'http://site.test': pages({
          '/': '<title>start</title>',
          '/never': () => undefined,
          '/half': '<title>half</title><p>here</p><img src="/never">',
        }),
      },
    });
    await using world = await environment.open({ seed: 0 });
    const never = await world.call('browser_navigate', { url: 'http://site.test/never' });
    expect(never.observation.error?.type).toBe('timeout');
    const half = await world.call('browser_navigate', { url: 'http://site.test/half' });
    expect(half.observation.data).toMatchObject({ title: 'half', text: 'here', settled: false });
  });

  it('are interrupted by a signal', async () => {
    await using environment = await createBrowserEnvironment({
      ...testBrowser,
      sites: { 'http://site.test': pages({ '/never': () => controller.abort(new Error('enough')) }) },
    });
    const controller = new AbortController();
    await using world = await environment.open({ seed: 0 });
    const url = 'http://site.test/never';
    await expect(world.call('browser_navigate', { url }, { signal: controller.signal })).rejects.toThrow(
      'enough',
    );
    await expect(world.call('browser_read', {})).rejects.toMatchObject({
      code: 'environments/world_interrupted',
    });
    await world.reset(0);
    expect(world.state().get('page/url')).toBe('about:blank');
  });

  it('let no more time pass for a call that was interrupted', async () => {
    let ticks = 0;
    const controller = new AbortController();
    await using environment = await createBrowserEnvironment({
      ...testBrowser,
      sites: {
        'http://site.test': pages({
          '/': `<script>setInterval(() => fetch('/tick'), 1000)</script>`,
          '/tick': (response) => {
            ticks += 1;
            if (ticks === 5) controller.abort(new Error('enough'));
            response.end();
          },
        }),
      },
      startUrl: 'http://site.test/',
    });
    await using world = await environment.open({ seed: 0 });
    await using other = await environment.open({ seed: 0 });
    const { signal } = controller;
    await expect(world.call('browser_wait', { seconds: 60 }, { signal })).rejects.toThrow('enough');
    const before = ticks;
    await other.call('browser_wait', { seconds: 60 });
    expect(ticks - before).toBeLessThan(70);
  });

  it('reach allowed origins on the network, and no further', async () => {
    const reached: string[] = [];
    const answer: RequestListener = (request, response) => {
      reached.push(`${request.headers.host === inside ? 'inside' : 'outside'} ${request.url}`);
      if (request.url === '/socket') {
        response.setHeader('content-type', 'text/html');
        response.end(
          `<script>new WebSocket('ws://${inside}/').onopen = () => { document.title = 'open' }</script>`,
        );
      } else if (request.url === '/redirect')
        response.writeHead(302, { location: `http://${outside}/redirect` }).end();
      else
        response
          .setHeader('content-type', 'text/html')
          .end(`<title>${request.method}</title><form method=post><button>Send</button></form>`);
    };
    const [first, second] = [createServer(answer), createServer(answer)];
    first.on('upgrade', ({ headers }, socket) => {
      const accept = createHash('sha1')
        .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
    });
    for (const server of [first, second]) {
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
    }
    const [inside, outside] = [first, second].map(
      (server) => `127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    const environment = await createBrowserEnvironment({ ...testBrowser, origins: [`http://${inside}`] });
    expect(environment.capabilities.replay).toContain('outside the world');
    const world = await environment.open({ seed: 0 });
    const page = await world.call('browser_navigate', { url: `http://${inside}/` });
    expect(page.observation.data).toMatchObject({ title: 'GET', http_status: 200 });
    const sent = await world.call('browser_click', { text: 'Send' });
    expect(sent.observation.data).toMatchObject({ title: 'POST' });
    const redirected = await world.call('browser_navigate', { url: `http://${inside}/redirect` });
    expect(redirected.observation.error?.type).toBe('not_allowed');
    expect(reached.filter((line) => line.startsWith('outside'))).toEqual([]);
    await world.call('browser_navigate', { url: `http://${inside}/socket` });
    const title = async () =>
      ((await world.call('browser_read', {})).observation.data as { title: string }).title;
    await expect.poll(title).toBe('open');
    await world.close();
    await environment.close();
    first.closeAllConnections();
    first.close();
    second.close();
  });

  it('send nothing past the proxy by WebRTC', async () => {
    const socket = createSocket('udp4');
    const received: unknown[] = [];
    socket.on('message', (message) => received.push(message));
    await new Promise<void>((resolve) => {
      socket.bind(0, '127.0.0.1', resolve);
    });
    await using environment = await createBrowserEnvironment({
      ...testBrowser,
      sites: {
        'http://site.test': pages({
          '/': `<title>gathering</title><script type=module>
            const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${socket.address().port}' }] });
            peer.createDataChannel('x');
            peer.onicegatheringstatechange = () => { if (peer.iceGatheringState === 'complete') document.title = 'gathered'; };
            await peer.setLocalDescription();</script>`,
        }),
      },
      startUrl: 'http://site.test/',
    });
    await using world = await environment.open({ seed: 0 });
    const title = async () =>
      ((await world.call('browser_read', {})).observation.data as { title: string }).title;
    await expect.poll(title, { timeout: 120_000 }).toBe('gathered');
    expect(received).toHaveLength(0);
    socket.close();
  });

  it('tell each page how much time has passed, in one step however many there were', async () => {
    await using environment = await createBrowserEnvironment({
      ...testBrowser,
      sites: {
        'http://site.test': pages({
          '/': `<script>const steps = __pwClock.controller._log.length;
            document.title = [steps, performance.now(), new Date().toISOString()]</script>
            <script>setInterval(() => {}, 100)</script>`,
        }),
      },
    });
    await using world = await environment.open({ seed: 0 });
    const title = async () => {
      await world.call('browser_navigate', { url: 'http://site.test/' });
      return String(world.state().get('page/title')).split(',');
    };
    const [first] = await title();
    for (let call = 0; call < 5; call += 1) await world.call('browser_wait', { seconds: 1 });
    expect(await title()).toEqual([String(Number(first) + 1), '6000', '2026-01-01T00:00:06.000Z']);
  });

  it('show a clock that begins at one moment and chance that follows the seed', async () => {
    await using environment = await createBrowserEnvironment({
      ...testBrowser,
      sites: {
        'http://site.test': pages({
          '/': '<script>document.title = [new Date().toISOString(), Math.random(), crypto.randomUUID(), crypto.getRandomValues(new Uint8Array(4))]</script>',
        }),
      },
      startUrl: 'http://site.test/',
    });
    const titles = [];
    for (const seed of [1, 1, 2]) {
      await using world = await environment.open({ seed });
      titles.push(world.state().get('page/title'));
    }
    expect(titles[0]).toMatch(
      /^2026-01-01T00:00:00.000Z,0\.\d+,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,\d+){4}$/,
    );
    expect(titles[1]).toBe(titles[0]);
    expect(titles[2]).not.toBe(titles[0]);
  });
});
