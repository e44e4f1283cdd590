import type { ServerResponse } from 'node:http';
import { errorMessage } from '../../core/internal.js';
import { type BrowserEnvironmentOptions, createBrowserEnvironment } from './browser-environment.js';
import type { BrowserSite } from './browser-site.js';

/** Chromium's own sandbox needs an ordinary user, whom the kernel lets make namespaces; our own pages can do without. */
const chromiumSandbox = process.getuid?.() !== 0 && (await starts(true)) === '';

/** Why there is no browser here, or '' where there is one that starts. */
export const noBrowser: string = await starts(chromiumSandbox);

/** What every browser environment of a test is made with. Slow machines get the time that they need. */
export const testBrowser: BrowserEnvironmentOptions = {
  chromiumSandbox,
  limits: { navigationSeconds: 120, actionSeconds: 120, settleSeconds: 60 },
};

async function starts(sandbox: boolean): Promise<string> {
  try {
    await (await createBrowserEnvironment({ chromiumSandbox: sandbox })).close();
    return '';
  } catch (error) {
    return errorMessage(error).split('\n')[0] ?? '';
  }
}

/** A site of fixed pages by path. A function gets the response to write itself. */
export function pages(
  byPath: Readonly<Record<string, string | ((response: ServerResponse) => void)>>,
): BrowserSite {
  return {
    version: '1',
    open: () => ({
      handle: (request, response) => {
        const page = byPath[new URL(request.url ?? '/', 'http://site').pathname];
        if (typeof page === 'function') page(response);
        else
          writeHtml(
            response,
            page === undefined ? 404 : 200,
            page ?? '<title>404</title>There is no such page.',
          );
      },
    }),
  };
}

/** Answers with a page. */
function writeHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${html}`);
}

/** A shop that keeps orders: a list of fruits, a form, and a page that says thanks. */
export const shop: BrowserSite = {
  version: '1',
  open: ({ seed }) => {
    const orders: Record<string, { fruit: string; pieces: number }> = {};
    return {
      state: () => Object.fromEntries(Object.entries(orders).map(([id, order]) => [`orders/${id}`, order])),
      handle: (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.test');
        const fruit = searchParams.get('fruit');
        if (pathname === '/') {
          return writeHtml(
            response,
            200,
            `<title>Fruit shop ${seed}</title><h1>Fruit</h1><ul><li>fig 80<li>pear 45</ul>
            <p>Prices in cents. <a href="/order">Order fruit</a> <a href="https://elsewhere.test/" target="_blank">Partner</a></p>
            <p hidden>Nobody reads this.</p>`,
          );
        }
        if (pathname !== '/order')
          return writeHtml(response, 404, '<title>404</title>There is no such page.');
        if (fruit !== null) {
          orders[String(Object.keys(orders).length + 1)] = {
            fruit,
            pieces: Number(searchParams.get('pieces')),
          };
          response.setHeader('set-cookie', 'customer=7; Path=/');
          return writeHtml(
            response,
            200,
            `<title>Thanks</title>Thank you for ${searchParams.get('pieces')} of ${fruit}.<script>localStorage.setItem('last', 'order')</script>`,
          );
        }
        return writeHtml(
          response,
          200,
          `<title>Order</title><form><label>Fruit <select name="fruit"><option>fig<option>pear</select></label>
          <label>Pieces <input name="pieces" value="1"></label> <label><input type="checkbox" name="gift"> Gift</label>
          <button>Send order</button></form>`,
        );
      },
    };
  },
};
