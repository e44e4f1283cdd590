import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchOptimizer } from '../../../optimizers/index.js';
import { createSandbox } from '../../../sandbox/index.js';
import { runDemo } from '../run-demo.js';
import { type BrowserPage, openPage, type PageLook, whyNoChromium } from './chromium.fixture.js';
import { demoResultWith } from './demo-result.fixture.js';
import { renderReport } from './render-report.js';

const noChromium = await whyNoChromium();
const noSandbox = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => ''),
  (error: unknown) => ` (skipped: ${error instanceof Error ? error.message : String(error)})`,
);

const LOOKS: readonly PageLook[] = [1280, 390].flatMap((width) => [
  { width, scheme: 'light', media: 'screen' },
  { width, scheme: 'dark', media: 'screen' },
  { width, scheme: 'dark', media: 'print' },
]);

/** Opens every fold, so that nothing is left out. */
const OPEN_ALL = 'for (const fold of document.querySelectorAll("details")) fold.open = true';

/** Elements that reach over the edge of the window, or whose content reaches over their own. */
const OVERFLOWING = `[...document.body.querySelectorAll(':not(svg *)')].filter((element) => {
  const { width, right, left } = element.getBoundingClientRect();
  if (width === 0) return false;
  const inner = element.matches('.card, b, pre, td, th, summary') && element.scrollWidth > element.clientWidth + 1;
  const isInline = getComputedStyle(element).display === 'inline';
  return right > document.documentElement.clientWidth + 0.5 || left < -0.5 || (inner && !isInline);
}).map((element) => element.outerHTML.slice(0, 200))`;

describe.skipIf(noChromium !== '')(`the report in a browser${noChromium}`, () => {
  let folder: string;
  let page: BrowserPage;

  const open = async (name: string, text: string): Promise<void> => {
    const file = join(folder, `${name}.html`);
    await writeFile(file, text);
    page = await openPage(file);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mettle-report-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** What axe finds wrong, with everything unfolded. */
  const violations = async (): Promise<unknown> => {
    await page.evaluate(OPEN_ALL);
    await page.evaluate(`${axe.source};0`);
    return await page.evaluate(
      `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => ({ id, html, why: any.map(({ message }) => message) }))))`,
    );
  };

  const judgePage = (): void => {
    it.each(LOOKS)(
      'has nothing that axe objects to, nor overflows: %j',
      async (look) => {
        await page.look(look);
        expect(await violations()).toEqual([]);
        expect(await page.evaluate(OVERFLOWING)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width);
      },
      120_000,
    );

    it('asks for nothing but itself', () => {
      expect(page.requests).toHaveLength(1);
    });
  };

  describe.skipIf(noSandbox !== '')(`of a run${noSandbox}`, () => {
    beforeAll(async () => {
      await using sandbox = await createSandbox();
      const result = await runDemo({
        seed: 0,
        sandbox,
        optimizer: searchOptimizer(),
        size: { tasksPerCategory: 15, trainTasksPerSkill: 20, unseenTasksPerSkill: 10 },
        now: () => performance.now(),
      });
      await open('run', renderReport(result));
    }, 300_000);
    afterAll(() => page?.close());

    it('is reached by the keyboard, all of it', async () => {
      await page.look({ width: 1280, scheme: 'light', media: 'screen' });
      const total = Number(await page.evaluate('document.querySelectorAll("a[href], summary").length'));
      expect(total).toBeGreaterThan(20);
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

    judgePage();
  });

  describe('of texts that are long, hostile and without a break', () => {
    beforeAll(() => open('hostile', renderReport(demoResultWith(`<b>\u202e\u0007${'never'.repeat(60)}`))));
    afterAll(() => page?.close());

    judgePage();

    it('shows control characters as escapes', async () => {
      await page.evaluate(OPEN_ALL);
      const text = String(await page.evaluate('document.body.innerText'));
      expect(text.includes('<b>\\u202e\\x07never')).toBe(true);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there.
      expect(/[\u0000-\u0008\u000b-\u001f\u202e]/.test(text)).toBe(false);
    });
  });
});
