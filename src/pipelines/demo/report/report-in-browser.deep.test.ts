import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserPage, whyNoChromium } from '../../../report/chromium.fixture.js';
import { judgeKeyboard, judgePage, OPEN_ALL, openReport } from '../../../report/judged-page.fixture.js';
import { createSandbox } from '../../../sandbox/index.js';
import { searchOptimizer } from '../../../search/index.js';
import { unless } from '../../../testing/unless.fixture.js';
import { renderTrainingReport } from '../../train-report/render-training-report.js';
import { trainedTaskWith } from '../../train-report/trained-task.fixture.js';
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

  describe('of trained scripts', () => {
    beforeAll(async () => {
      const hostile = trainedTaskWith(`<b>\u202e\u0007${'never'.repeat(60)}`);
      const tasks = [trainedTaskWith('mirror'), hostile];
      page = await openReport(
        folder,
        'trained',
        renderTrainingReport({ tasks, budget: { seconds: 10 }, seed: 0, model: null }),
      );
    });
    afterAll(() => page?.close());

    judgePage(pageOf);

    it('runs nothing that a name, a script or a model brings along', async () => {
      const attack = `</script></style></title>"'><img src=x onerror="document.title='run'"><script>document.title='run'</script>`;
      const text = renderTrainingReport({
        tasks: [trainedTaskWith(attack)],
        budget: { seconds: 10 },
        seed: 0,
        model: attack,
      });
      const attacked = await openReport(folder, 'attacked', text);
      try {
        expect(await attacked.evaluate('document.title')).toBe('1 of 1 task solved');
        expect(await attacked.evaluate('document.querySelectorAll("script, img, a").length')).toBe(0);
        expect(await attacked.evaluate('document.body.innerText.includes("onerror=")')).toBe(true);
        expect(attacked.requests).toHaveLength(1);
      } finally {
        await attacked.close();
      }
    });
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
      expect(text.includes('<b>\\u202e\\x07never')).toBe(true);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there.
      expect(/[\u0000-\u0008\u000b-\u001f\u202e]/.test(text)).toBe(false);
    });
  });
});
