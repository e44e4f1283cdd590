import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { AgentTrajectoryGenerator } from '../../../generation/index.js';
import { type BrowserPage, whyNoChromium } from '../../../report/chromium.fixture.js';
import { judgeKeyboard, judgePage, openReport } from '../../../report/judged-page.fixture.js';
import { unless } from '../../../testing/unless.fixture.js';
import { openFruitTasks } from '../fruit-tasks.fixture.js';
import { generateToFolder } from '../generate-to-folder.js';

const noChromium = await whyNoChromium();

unless(noChromium).describe('the report of a generated set in a browser', () => {
  let folder: string;
  let page: BrowserPage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mettle-report-'));
    const { taskAt, fingerprint } = await openFruitTasks();
    const set = join(folder, 'set');
    await generateToFolder({
      folder: set,
      count: 40,
      // Words that are long, hostile and without a break, beside the usual ones.
      taskAt: async (index) => {
        const made = await taskAt(index);
        const prompt = index % 3 === 0 ? `<b>\u202e\u0007${'never'.repeat(60)}` : made.task.prompt;
        return { ...made, task: { ...made.task, prompt } };
      },
      generator: new AgentTrajectoryGenerator({ useMock: true, verify: true }),
      mode: 'single_agent',
      worlds: [{ environment: { type: 'fruit' }, fingerprint }],
      run: { seed: 0 },
      resume: false,
    });
    page = await openReport(folder, 'run', await readFile(join(set, 'report.html'), 'utf8'));
  }, 300_000);
  afterAll(async () => {
    await page?.close();
    await rm(folder, { recursive: true });
  });

  judgeKeyboard(() => page, 10);
  judgePage(() => page);
});
