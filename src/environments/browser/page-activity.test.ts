import { EventEmitter } from 'node:events';
import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PageActivity } from './page-activity.js';

/** What goes on in a page without a browser. */
function activity() {
  const page = Object.assign(new EventEmitter(), { mainFrame: () => mainFrame });
  const mainFrame = {};
  const session = new EventEmitter();
  const made = new PageActivity(page as unknown as Page, session as unknown as CDPSession, 'main');
  return {
    made,
    showAddress: () => page.emit('framenavigated', mainFrame),
    navigate: (id = 'main') => session.emit('Page.frameNavigated', { frame: { id } }),
    request: (type: string, requestId: string) =>
      session.emit('Network.requestWillBeSent', { requestId, type }),
    finish: (requestId: string) => session.emit('Network.loadingFinished', { requestId }),
  };
}

it('waits for requests of a page that shows another address meanwhile', () => {
  const { made, request, showAddress, navigate, finish } = activity();
  request('Fetch', '1');
  showAddress();
  navigate('frame');
  expect(made.isQuiet).toBe(false);
  finish('1');
  expect(made.isQuiet).toBe(true);
});

it('waits for no requests of a page that was left', () => {
  const { made, request, navigate } = activity();
  request('XHR', '1');
  navigate();
  expect(made.isQuiet).toBe(true);
});

it('takes a page for restless that goes elsewhere time after time without a rest, and shows no other', () => {
  const { made, navigate, showAddress } = activity();
  for (let time = 0; time < 30; time += 1) {
    showAddress();
    navigate();
    if (time % 5 === 0) made.rested();
  }
  expect(made.isRestless).toBe(false);
  for (let time = 0; time < 10; time += 1) navigate();
  expect(made.isRestless).toBe(true);
});
