import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import type { Environment, World } from '../environment.js';
import { noBrowser, pages, testBrowser } from './browser.fixture.js';
import { createBrowserEnvironment } from './browser-environment.js';

const script = `<script>
  const within = (host, html) => { host.attachShadow({ mode: 'open' }).innerHTML = html; return host.shadowRoot; };
  const card = within(document.querySelector('x-card'), '<h2>In the shadow</h2><slot name="price"></slot>' +
    '<slot name="none">No offer</slot><label>Note <input name="note"></label><select name="size"><option>small<option>large</select>' +
    '<a href="/next">Further</a><a href="/next" target="_blank">Aside</a><x-inner></x-inner><p hidden>Nobody reads this.</p>');
  const inner = within(card.querySelector('x-inner'), '<button>Deep</button><output></output>');
  inner.querySelector('button').onclick = () => { inner.querySelector('output').textContent = 'pressed'; };
  document.querySelector('x-closed').attachShadow({ mode: 'closed' }).innerHTML = 'closed tree';
</script>`;

const site = pages({
  '/': `<title>shadows</title><p>Before.</p><x-card><b slot="price">80 cents</b><i>left out</i></x-card><x-closed></x-closed>
    <div style="display: contents">Without a box.</div><div style="display: none"><x-none style="display: contents">hidden</x-none></div>
    <p>After.</p>${script}`,
  '/copycat': `<title>copycat</title><x-card></x-card><button onclick="document.title = 'wrong'">Other</button><script>
    const shadow = document.querySelector('x-card').attachShadow({ mode: 'open' });
    shadow.innerHTML = '<button>Mine</button>';
    new MutationObserver(([{ attributeName }]) => document.querySelector('body > button').setAttribute(attributeName, ''))
      .observe(shadow, { attributes: true, subtree: true });</script>`,
  '/many': `<title>many</title>${'<iframe srcdoc="One."></iframe>'.repeat(25)}<div></div><script>
    for (let i = 0; i < 3000; i++) {
      const host = document.createElement('p');
      host.attachShadow({ mode: 'open' }).innerHTML = 'shadow <slot></slot>';
      document.querySelector('div').append(host);
    }</script>`,
  '/next': '<title>next</title>You are there.',
  '/frames': `<title>frames</title>Outside.<iframe src="/inside"></iframe><iframe srcdoc="<p>Written here.</p>"></iframe>
    <iframe src="http://other.test/"></iframe><iframe src="https://elsewhere.test/"></iframe><iframe></iframe>`,
  '/inside': '<title>inside</title>Inside one. <input name="left" value="5"><iframe src="/deeper"></iframe>',
  '/deeper': 'Deeper still.<script>setTimeout(() => { document.body.append(" Later.") }, 20)</script>',
});

unless(noBrowser).describe('shadow trees and frames', () => {
  let environment: Environment;
  let world: World;
  const call = (tool: string, values: Record<string, string>) => world.call(`browser_${tool}`, values);

  beforeAll(async () => {
    environment = await createBrowserEnvironment({
      ...testBrowser,
      sites: {
        'http://site.test': site,
        'http://other.test': pages({ '/': 'Of another site. <input name=far>' }),
      },
      startUrl: 'http://site.test/',
    });
    world = await environment.open({ seed: 0 });
  });
  afterAll(async () => {
    await world.close();
    await environment.close();
  });

  it('has open shadow trees read as they show, slots and all', async () => {
    const { observation } = await call('read', {});
    expect(observation.content.split('\n').slice(1)).toEqual([
      'Before.',
      'In the shadow',
      '80 centsNo offerNote FurtherAsideDeep',
      'Without a box.',
      'After.',
    ]);
    const links = await call('links', {});
    expect(links.observation.data).toMatchObject({
      total: 2,
      links: [{ text: 'Further', href: 'http://site.test/next' }, { text: 'Aside' }],
    });
  });

  it('has what is in them filled in, chosen and clicked, and sees it in the state', async () => {
    expect([world.state().get('form/note'), world.state().get('form/size')]).toEqual(['', 'small']);
    expect((await call('type', { field: 'Note', text: 'ripe' })).changes).toEqual([
      { name: 'form/note', before: '', after: 'ripe' },
    ]);
    expect((await call('select', { field: 'size', option: 'large' })).changes).toEqual([
      { name: 'form/size', before: 'small', after: 'large' },
    ]);
    const pressed = await call('click', { text: 'Deep' });
    expect(pressed.observation.content).toContain('Deeppressed');
    expect(pressed.changes.map(({ name }) => name)).toEqual(['page/text']);
    for (const text of ['Aside', 'Further']) {
      await call('navigate', { url: 'http://site.test/' });
      expect((await call('click', { text })).observation.data).toMatchObject({
        url: 'http://site.test/next',
      });
    }
  });

  it('reads frames, also of other sites and in frames, and has them in the state', async () => {
    const { observation } = await call('navigate', { url: 'http://site.test/frames' });
    const read = await call('read', {});
    const text = (read.observation.data as { text: string }).text;
    expect(text.startsWith('Outside.\n[frame http://site.test/inside]\nInside one.')).toBe(true);
    for (const part of [
      '[frame http://site.test/deeper]\nDeeper still. Later.',
      '[frame about:srcdoc]\nWritten here.',
      '[frame http://other.test/]\nOf another site.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('elsewhere');
    expect(observation.data).toMatchObject({ settled: true });
    const facts = Object.fromEntries([...world.state()].filter(([name]) => name.startsWith('frame/')));
    expect(
      Object.values(facts)
        .filter((value) => typeof value === 'string')
        .sort(),
    ).toEqual(
      [
        '5',
        '',
        'about:srcdoc',
        'http://other.test/',
        'http://site.test/deeper',
        'http://site.test/inside',
      ].sort(),
    );
    expect(facts['frame/1/form/left']).toBe('5');
    await using again = await environment.open({ seed: 0 });
    await again.call('browser_navigate', { url: 'http://site.test/frames' });
    expect(again.stateDigest()).toBe(world.stateDigest());
  });

  it('acts on no other control than the chosen one, whatever the page does with its mark', async () => {
    await call('navigate', { url: 'http://site.test/copycat' });
    expect((await call('click', { text: 'Mine' })).observation.status).toBe('error');
    expect(world.state().get('page/title')).toBe('copycat');
    expect((await call('click', { text: 'Other' })).observation.status).toBe('ok');
    expect(world.state().get('page/title')).toBe('wrong');
  });

  it('reads no more than twenty frames, and pages of thousands of shadow trees', async () => {
    await call('navigate', { url: 'http://site.test/many' });
    const { observation } = await call('find', { text: 'shadow' });
    expect(observation.data).toMatchObject({ count: 3000 });
    expect([...world.state().keys()].filter((name) => /^frame\/\d+\/url$/.test(name))).toHaveLength(20);
  });
});
