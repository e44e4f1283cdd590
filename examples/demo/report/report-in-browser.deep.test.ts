import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from 'mettle/sandbox';
import { searchOptimizer } from 'mettle/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserPage, whyNoChromium } from '../../../src/report/chromium.fixture.js';
import { judgeKeyboard, judgePage, OPEN_ALL, openReport } from '../../../src/report/judged-page.fixture.js';
import { unless } from '../../../src/testing/unless.fixture.js';
import { runDemo } from '../run-demo.js';
import { demoResultWith } from './demo-result.fixture.js';
import { renderReport } from './render-report.js';

const noChromium = await whyNoChromium();
const noSandbox = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => ''),
  (error: unknown) => (error instanceof Error ? error.message : String(error)),
);

unless(noChromium).describe('the report in a browser', () => {
  let folder: string;
  let page: BrowserPage;
  const pageOf = (): BrowserPage => page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mettle-report-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  unless(noSandbox).describe('of a run', () => {
    beforeAll(async () => {
      await using sandbox = await createSandbox();
      const result = await runDemo({
        seed: 0,
        sandbox,
        optimizer: searchOptimizer(),
        size: { tasksPerCategory: 15, trainTasksPerSkill: 20, unseenTasksPerSkill: 10 },
        now: () => performance.now(),
      });
      page = await openReport(folder, 'run', renderReport(result));
    }, 300_000);
    afterAll(() => page?.close());

    judgeKeyboard(pageOf, 20);
    judgePage(pageOf);
  });

  describe('of texts that are long, hostile and without a break', () => {
    beforeAll(async () => {
      const result = demoResultWith(`<b>\u202e\u0007${'never'.repeat(60)}`);
      page = await openReport(folder, 'hostile', renderReport(result));
    });
    afterAll(() => page?.close());

    judgePage(pageOf);

    it('shows control characters as escapes', async () => {
      await page.evaluate(OPEN_ALL);
      const text = String(await page.evaluate('document.body.innerText'));
      expect(text.includes('<b>\\u202e\\u0007never')).toBe(true);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there.
      expect(/[\u0000-\u0008\u000b-\u001f\u202e]/.test(text)).toBe(false);
    });
  });
});
