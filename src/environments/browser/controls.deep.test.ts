import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import type { Observation } from '../../records/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { Environment, World } from '../environment.js';
import { noBrowser, pages, testBrowser } from './browser.fixture.js';
import { createBrowserEnvironment } from './browser-environment.js';

const site = pages({
  '/': `<title>form</title><h1>Order</h1><form>
    <label>Fruit <select name="fruit"><option>fig<option selected>pear</select></label>
    <label>Pieces <input name="pieces" value="3"></label>
    <label><input type="checkbox" name="gift" checked> Gift</label>
    <button disabled>Send</button></form>
    <button aria-expanded="false">More</button>
    <iframe src="/frame" title="Notes"></iframe>`,
  '/frame': `<title>frame</title><style>@keyframes show { from { opacity: 0 } } p { animation: show 900s }</style>
    <p onanimationend="this.textContent = 'Shown'">On its way</p><button onclick="this.textContent = 'Noted'">Note it</button><label>Note <input name="note"></label>
    <button disabled>Forget it</button>`,
  '/obstacles': (response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': "default-src 'self' 'unsafe-inline'",
      })
      .end(`<title>obstacles</title>
    <style>#veil { position: fixed; inset: 0 0 60% 0; background: white } .switch input { position: absolute; width: 1px; height: 1px; opacity: 0 }</style>
    <button>Under the veil</button><button disabled>Off</button><fieldset disabled><label>Locked <input name="locked"></label></fieldset>
    <label>Fixed <input name="fixed" readonly></label><div aria-disabled="true"><button>Asleep</button></div>
    <div style="margin-top: 900px"></div><label class="switch"><input type="checkbox" name="night"> Night</label>
    <button onclick="document.title = 'reached'">Below</button><div style="height: 600px"></div><div id="veil">Please wait</div>`),
  '/menu': `<title>menu</title><style>menu { display: none; position: absolute; right: 0 } nav:hover menu { display: block }</style>
    <nav><button>Tools</button><menu><li>Cut<li>Paste</menu></nav>
    <input aria-label="Line" onkeydown="if (event.key === 'Enter') document.title = 'entered ' + this.value"><a href="/">Order</a>
    <p style="margin-top: 3000px">Bottom</p><script>onscroll = () => { document.title = 'scrolled to ' + scrollY; }</script>`,
  '/upload': `<title>upload</title><label>Picture <input type="file" hidden onchange="
    this.files[0].text().then((text) => { document.title = this.files[0].name + ': ' + text; })"></label>`,
  '/downloads': '<title>downloads</title><a href="/file">Price list</a>',
  '/file': (response) =>
    response.writeHead(200, { 'content-disposition': 'attachment; filename=prices.csv' }).end('fig,80'),
  '/game': `<title>game</title><style>.new { cursor: pointer }</style><a class="new"><span>New <b>Game</b></span></a>
    <p>New Game is free.</p><script>document.querySelector('.new').onclick = () => { document.title = 'started'; }</script>`,
  '/secret': `<label>Password <input type="password" placeholder="Yours"></label><iframe src="/pin"></iframe>
    <input type="password" value="4711">`,
  '/pin': '<label>Pin <input type="password" value="4711"></label>',
  '/later': `<title>later</title><script>setTimeout(() => { document.title = 'much later'; }, 30000)</script>`,
});

unless(noBrowser).describe('controls of a page', () => {
  let environment: Environment;
  let world: World;
  const call = async (tool: string, values: JsonObject = {}): Promise<Observation> =>
    (await world.call(`browser_${tool}`, values)).observation;
  const open = (path: string) => call('navigate', { url: `http://site.test${path}` });
  /** The reference that a snapshot gives to the line with these words. */
  const refOf = async (words: string): Promise<string> => {
    const { content } = await call('snapshot');
    const line = content.split('\n').find((each) => each.includes(words));
    return /\[ref=(\w+)\]/.exec(line ?? '')?.[1] ?? `no reference: ${content}`;
  };

  beforeAll(async () => {
    environment = await createBrowserEnvironment({
      ...testBrowser,
      sites: { 'http://site.test': site },
      files: { 'fig.txt': 'a fig' },
    });
    world = await environment.open({ seed: 0 });
  });
  afterAll(async () => {
    await world.close();
    await environment.close();
  });

  it('stand in a snapshot with roles, labels, values, options, states and references', async () => {
    await open('/');
    const { content } = await call('snapshot');
    for (const part of [
      /heading "Order"/,
      /combobox "Fruit" \[ref=e\d+\]/,
      /option "pear" \[selected\]/,
      /textbox "Pieces" \[ref=e\d+\]: "3"/,
      /checkbox "Gift" \[checked\]/,
      /button "Send" \[disabled\]/,
      /button "More".*\[ref=e\d+\]/,
      /button "Note it" \[ref=f\d+e\d+\]/,
    ]) {
      expect(content).toMatch(part);
    }
  });

  it('are clicked on by their text if only a script makes them controls', async () => {
    await open('/game');
    expect((await call('click', { text: 'New Game' })).data).toMatchObject({ title: 'started' });
    expect((await call('click', { text: 'is free' })).error?.type).toBe('not_found');
  });

  it('show no password that was typed or stands on the page', async () => {
    await open('/secret');
    await call('type', { field: 'Password', text: 'hunter2' });
    const { content } = await call('snapshot');
    for (const part of [/Password.*\n.*Yours\n.*•{7}$/m, /"Pin" \[ref=f\w+\]: •{4}$/m])
      expect(content).toMatch(part);
    for (const secret of ['hunter2', '4711']) expect(content).not.toContain(secret);
    expect((await call('click', { text: '4711' })).error?.type).toBe('not_found');
  });

  it('keep their references while they are there, and say so when they are gone', async () => {
    await open('/');
    const pieces = await refOf('textbox "Pieces"');
    await call('type', { ref: pieces, text: '7' });
    expect(await refOf('textbox "Pieces"')).toBe(pieces);
    expect(world.state().get('form/pieces')).toBe('7');
    await call('select', { ref: await refOf('combobox "Fruit"'), option: 'fig' });
    expect(world.state().get('form/fruit')).toBe('fig');
    expect((await call('click', { ref: 'e9999' })).error?.message).toContain('call browser_snapshot again');
    expect((await call('click', {})).error?.type).toBe('invalid_arguments');
  });

  it('are used in frames', async () => {
    await open('/');
    await call('click', { ref: await refOf('button "Note it"') });
    await call('type', { ref: await refOf('textbox "Note"'), text: 'ripe' });
    for (const part of ['button "Noted"', 'Shown']) expect((await call('snapshot')).content).toContain(part);
    expect(world.state().get('frame/1/form/note')).toBe('ripe');
    const off = await call('click', { ref: await refOf('button "Forget it"') });
    expect(off.error?.message).toBe('it is disabled');
  });

  it('say at once why they can’t be used', async () => {
    await open('/obstacles');
    for (const [tool, values, reason] of [
      ['click', { text: 'Under the veil' }, 'it is covered by <div id=veil Please wait>'],
      ['hover', { text: 'Under the veil' }, 'it is covered by <div id=veil Please wait>'],
      ['click', { text: 'Off' }, 'it is disabled'],
      ['click', { text: 'Asleep' }, 'it is disabled (aria-disabled or inert)'],
      ['type', { field: 'Locked', text: 'x' }, 'it is disabled'],
      ['type', { field: 'Fixed', text: 'x' }, 'it is read-only'],
    ] as const) {
      const { error } = await call(tool, values);
      expect([tool, values, error]).toEqual([tool, values, { type: 'not_usable', message: reason }]);
    }
    await call('click', { text: 'Night' });
    expect(world.state().get('form/night')).toBe(true);
    await call('click', { text: 'Below' });
    expect(world.state().get('page/title')).toBe('reached');
  });

  it('are hovered over, typed to by key, scrolled to, and left by going back', async () => {
    await open('/menu');
    expect((await call('read')).content).not.toContain('Paste');
    expect((await call('hover', { text: 'Tools' })).content).toContain('Paste');
    await call('type', { field: 'Line', text: 'fig' });
    expect((await call('press', { key: 'Enter' })).data).toMatchObject({ title: 'entered fig' });
    expect((await call('press', { key: 'NoSuchKey' })).error?.type).toBe('cannot_press');
    expect((await call('scroll', { by: 250 })).data).toMatchObject({ title: 'scrolled to 250' });
    expect((await call('click', { text: 'Order' })).data).toMatchObject({ title: 'form' });
    expect((await call('back')).data).toMatchObject({ url: 'http://site.test/menu' });
    await world.reset(0);
    expect((await call('back')).error?.message).toBe('there is no page before this one');
  });

  it('take files of the world and texts of the agent, and no files of the host', async () => {
    await open('/upload');
    await call('upload', { field: 'Picture', file: 'fig.txt' });
    expect(world.state().get('page/title')).toBe('fig.txt: a fig');
    await call('upload', { field: 'Picture', file: 'pear.txt', text: 'a pear' });
    expect(world.state().get('page/title')).toBe('pear.txt: a pear');
    expect((await call('upload', { field: 'Picture', file: 'passwd' })).error?.message).toBe(
      'this world has no file passwd; pass its text, or one of: fig.txt',
    );
    const outside = await call('upload', { field: 'Picture', file: '/etc/passwd' });
    expect(outside.error?.type).toBe('invalid_arguments');
    expect((await call('click', { text: 'Picture' })).content).toContain(
      'asked for a file; use browser_upload',
    );
  });

  it('that download say that downloads are refused', async () => {
    await open('/downloads');
    const clicked = await call('click', { text: 'Price list' });
    expect(clicked.data).toMatchObject({ notes: ['refused a download: prices.csv'] });
    expect((await open('/file')).error?.type).toBe('download_refused');
  });

  it('are waited for on the page’s own clock', async () => {
    await open('/later');
    expect(world.state().get('page/title')).toBe('later');
    expect((await call('wait', { seconds: 30 })).data).toMatchObject({ title: 'much later', settled: true });
  });
});
