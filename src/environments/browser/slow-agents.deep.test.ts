import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { Environment } from '../environment.js';
import { noBrowser, pages, testBrowser } from './browser.fixture.js';
import { createBrowserEnvironment } from './browser-environment.js';

/** A page where much happens later: each event is written down with the page's own time. */
const later = `<title>later</title>
  <style>@keyframes grow { from { width: 0 } to { width: 90px } } .grow { animation: grow 700ms } #box { transition: opacity 400ms }</style>
  <label>Search <input id="search"></label> <button id="fade">Fade</button> <button id="save">Save</button>
  <div id="box">box</div><div id="far" style="margin-top: 2000px">far</div><pre id="log"></pre><script>
  const log = (...words) => { document.querySelector('#log').textContent += words.join(' ') + ' at ' + performance.now() + '\\n'; };
  const get = async (path) => (await fetch(path)).text();
  let waiting;
  search.oninput = () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => log('found', await get('/find')), 300);
  };
  fade.onclick = () => {
    box.style.opacity = box.style.opacity === '0' ? '1' : '0';
    setTimeout(() => log('timer beside a transition'), 150);
  };
  box.ontransitionend = () => { log('faded'); box.classList.toggle('grow'); };
  box.onanimationend = () => log('grown');
  save.onclick = async () => {
    for (const name of ['one', 'two', 'three']) get('/' + name).then((answer) => log(answer));
    setTimeout(() => log('today', new Date().toISOString()), 950);
    let frames = 0;
    const began = performance.now();
    const draw = (now) => { frames += 1; if (now - began < 400) requestAnimationFrame(draw); else log(frames, 'frames'); };
    requestAnimationFrame(draw);
  };
  setInterval(async () => log('polled', await get('/poll')), 700);
  new ResizeObserver(() => log('box is laid out')).observe(box);
  new IntersectionObserver(([{ isIntersecting }]) => log('far is seen', isIntersecting)).observe(far);
  </script>`;

const script: readonly [string, JsonObject][] = [
  ['browser_type', { field: 'Search', text: 'fig' }],
  ['browser_click', { text: 'Fade' }],
  ['browser_click', { text: 'Save' }],
  ['browser_type', { field: 'Search', text: 'pear' }],
  ['browser_click', { text: 'Fade' }],
];

unless(noBrowser).describe('an agent that takes its time', () => {
  let environment: Environment;

  beforeAll(async () => {
    environment = await createBrowserEnvironment({
      ...testBrowser,
      sites: {
        'http://site.test': {
          version: '1',
          open: () => {
            let polls = 0;
            const answers = pages({
              '/': later,
              '/poll': (response) => {
                polls += 1;
                response.end(`${polls}`);
              },
              ...Object.fromEntries(['/find', '/one', '/two', '/three'].map((path) => [path, path])),
            });
            return answers.open({ seed: 0 });
          },
        },
      },
      startUrl: 'http://site.test/',
    });
  });
  afterAll(() => environment.close());

  /** What a player saw. Reading takes real time and none of the page's. */
  const play = async (readings: number): Promise<unknown[]> => {
    await using world = await environment.open({ seed: 0 });
    const seen: unknown[] = [[...world.state()]];
    for (const [tool, values] of script) {
      for (let reading = 0; reading < readings; reading += 1) await world.call('browser_read', {});
      const { observation, stateDigest } = await world.call(tool, values);
      seen.push([observation, stateDigest, (await world.call('browser_read', {})).observation.content]);
    }
    return seen;
  };

  it('sees what one without pauses sees: debounce, animation, requests, polls and observers', async () => {
    const quick = await play(0);
    const log = String((quick.at(-1) as unknown[])[2]);
    expect(log.match(/found/g)).toHaveLength(2);
    for (const word of ['polled', 'faded', 'grown', 'frames at', 'today 2026-01-01T00:00:0']) {
      expect(log).toContain(word);
    }
    for (const readings of [3, 10, 30]) expect(await play(readings)).toEqual(quick);
  });
});
