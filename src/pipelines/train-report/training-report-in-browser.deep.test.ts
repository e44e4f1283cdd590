import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserPage, whyNoChromium } from '../../report/chromium.fixture.js';
import { judgePage, openReport } from '../../report/judged-page.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { renderTrainingReport } from './render-training-report.js';
import { trainedTaskWith } from './trained-task.fixture.js';

const noChromium = await whyNoChromium();

unless(noChromium).describe('the report of trained scripts in a browser', () => {
  let folder: string;
  let page: BrowserPage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mettle-report-'));
    const hostile = trainedTaskWith(`<b>\u202e\u0007${'never'.repeat(60)}`);
    const tasks = [trainedTaskWith('mirror'), hostile];
    page = await openReport(
      folder,
      'trained',
      renderTrainingReport({ tasks, budget: { seconds: 10 }, seed: 0, model: null }),
    );
  });
  afterAll(async () => {
    await page?.close();
    await rm(folder, { recursive: true });
  });

  judgePage(() => page);

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
