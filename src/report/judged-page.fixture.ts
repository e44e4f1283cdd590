import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { type BrowserPage, openPage, type PageLook } from './chromium.fixture.js';

const LOOKS: readonly PageLook[] = [1280, 390].flatMap((width) => [
  { width, scheme: 'light', media: 'screen' },
  { width, scheme: 'dark', media: 'screen' },
  { width, scheme: 'dark', media: 'print' },
]);

/** Opens every fold, so that nothing is left out. */
export const OPEN_ALL = 'for (const fold of document.querySelectorAll("details")) fold.open = true';

/** Elements that reach over the edge of the window, or whose content reaches over their own. */
const OVERFLOWING = `[...document.body.querySelectorAll(':not(svg *)')].filter((element) => {
  const { width, right, left } = element.getBoundingClientRect();
  if (width === 0) return false;
  const inner = element.matches('.card, b, pre, td, th, summary') && element.scrollWidth > element.clientWidth + 1;
  const isInline = getComputedStyle(element).display === 'inline';
  return right > document.documentElement.clientWidth + 0.5 || left < -0.5 || (inner && !isInline);
}).map((element) => element.outerHTML.slice(0, 200))`;

/** Opens a report in a Chromium of its own. */
export async function openReport(folder: string, name: string, text: string): Promise<BrowserPage> {
  const file = join(folder, `${name}.html`);
  await writeFile(file, text);
  return openPage(file);
}

/** Tests of how a report looks at two widths, light, dark and printed, and of what it asks for. */
export function judgePage(pageOf: () => BrowserPage): void {
  /** What axe finds wrong, with everything unfolded. */
  const violations = async (page: BrowserPage): Promise<unknown> => {
    await page.evaluate(OPEN_ALL);
    await page.evaluate(`${axe.source};0`);
    return await page.evaluate(
      `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => ({ id, html, why: any.map(({ message }) => message) }))))`,
    );
  };

  it.each(LOOKS)(
    'has nothing that axe objects to, nor overflows: %j',
    async (look) => {
      const page = pageOf();
      await page.look(look);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(OVERFLOWING)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width);
    },
    120_000,
  );

  it('asks for nothing but itself', () => {
    expect(pageOf().requests).toHaveLength(1);
  });
}

/** Tests that each link and fold is reached by Tab, in order, and that Enter opens the folds. */
export function judgeKeyboard(pageOf: () => BrowserPage, leastPlaces: number): void {
  it('is reached by the keyboard, all of it', async () => {
    const page = pageOf();
    await page.look({ width: 1280, scheme: 'light', media: 'screen' });
    const total = Number(await page.evaluate('document.querySelectorAll("a[href], summary").length'));
    expect(total).toBeGreaterThan(leastPlaces);
    const reached: number[] = [];
    for (let presses = 0; presses <= total; presses++) {
      await page.press('Tab');
      const at = Number(
        await page.evaluate(
          '[...document.querySelectorAll("a[href], summary")].indexOf(document.activeElement)',
        ),
      );
      if (at < 0) break;
      reached.push(at);
      if (await page.evaluate('document.activeElement.tagName === "SUMMARY"')) await page.press('Enter');
    }
    expect(reached).toEqual([...Array(total).keys()]);
    expect(await page.evaluate('document.querySelectorAll("details:not([open])").length')).toBe(0);
  }, 120_000);
}
