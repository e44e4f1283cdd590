import { unless } from '../../testing/unless.fixture.js';
import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import { noBrowser, pages, shop, testBrowser } from './browser.fixture.js';
import { createBrowserEnvironment } from './browser-environment.js';

const ORDER = 'http://shop.test/order';

unless(noBrowser).describe('conformance', () => {
  describeEnvironment('a browser', {
    create: () =>
      createBrowserEnvironment({
        ...testBrowser,
        sites: { 'http://shop.test': shop, 'http://slow.test': pages({ '/': () => undefined }) },
        startUrl: 'http://shop.test/order',
      }),
    reads: [
      { tool: 'browser_read', arguments: {} },
      { tool: 'browser_links', arguments: {} },
      { tool: 'browser_find', arguments: { text: 'order' } },
      { tool: 'browser_screenshot', arguments: {} },
    ],
    writes: [
      { tool: 'browser_type', arguments: { field: 'Pieces', text: '3' } },
      { tool: 'browser_select', arguments: { field: 'Fruit', option: 'pear' } },
      { tool: 'browser_click', arguments: { text: 'Gift' } },
      { tool: 'browser_click', arguments: { text: 'Send order' } },
      { tool: 'browser_navigate', arguments: { url: ORDER } },
    ],
    failing: { tool: 'browser_click', arguments: { text: 'No such thing' } },
    slow: { tool: 'browser_navigate', arguments: { url: 'http://slow.test/' } },
    hostProbes: ({ file, folder }) => [
      { tool: 'browser_navigate', arguments: { url: `file://${file}` } },
      { tool: 'browser_navigate', arguments: { url: `view-source:file://${folder}` } },
      { tool: 'browser_navigate', arguments: { url: `filesystem:${file}` } },
    ],
  });
});
