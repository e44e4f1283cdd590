import { expect, it } from 'vitest';
import { playEpisode } from '../../../environments/index.js';
import { loadWorld, worldNames } from '../../../environments/internal.js';
import { nearDuplicates } from '../../../evaluation/internal.js';
import { observations } from '../../../records/index.js';
import { proveTask } from '../prove-task.js';
import { createWorldTaskGenerator } from './create-world-task-generator.js';
import { generatorOfTemplate } from './template-generator.fixture.js';

it.each(worldNames)('%s: every kind of task is proved thirty times', async (name) => {
  const data = await loadWorld(name);
  for (const template of data.tasks) {
    const generator = generatorOfTemplate(data, template);
    for (let index = 0; index < 30; index++) {
      const generated = await generator.generate({ seed: 19, index });
      expect([generated.task.prompt, (await proveTask(generated)).reason]).toEqual([
        generated.task.prompt,
        '',
      ]);
    }
  }
});

it.each(worldNames)(
  '%s: a request is refused by the rule that forbids it, and granted where none does',
  async (name) => {
    const data = await loadWorld(name);
    const categories = new Set<string>();
    for (const template of data.tasks.filter(({ family }) => family === 'request')) {
      const generator = generatorOfTemplate(data, template);
      const codes = new Set(data.rules.map(({ code }) => code));
      for (let index = 0; index < 8; index++) {
        const { task } = await generator.generate({ seed: 7, index });
        categories.add(task.category);
        const { answer, goals = [] } = task.expected;
        if (task.category === 'request') expect([answer?.value, goals.length > 0]).toEqual(['done', true]);
        else {
          expect([codes.has(String(answer?.value)), goals.length]).toEqual([true, 0]);
          expect(task.expected.process?.length).toBeGreaterThan(0);
        }
      }
    }
    expect(categories).toEqual(new Set(['request', 'request_refused']));
  },
);

/** Rules that no request breaks, because what is asked for is drawn by them: the right amount, a free hour. */
const KEPT: readonly string[] = ['A9', 'C4', 'C5', 'R6'];

it.each(worldNames)('%s: most rules against a request come up among its refusals', async (name) => {
  const data = await loadWorld(name);
  for (const template of data.tasks.filter(({ family }) => family === 'request')) {
    const [tool = ''] = template.way.calls?.at(-1) ?? [];
    const generator = generatorOfTemplate(data, template);
    const refusedBy = new Set<unknown>();
    for (let index = 0; index < 120; index++) {
      const { task } = await generator.generate({ seed: 31, index });
      if (task.category === 'request_refused') refusedBy.add(task.expected.answer?.value);
    }
    const reachable = data.rules
      .filter(({ code, forbids }) => forbids[tool] !== undefined && !KEPT.includes(code))
      .map(({ code }) => code);
    // Some come up once in hundreds of tasks.
    expect([template.name, refusedBy.size >= Math.ceil(reachable.length * 0.6)]).toEqual([
      template.name,
      true,
    ]);
    expect(reachable).toEqual(expect.arrayContaining([...refusedBy]));
  }
});

it.each(worldNames)(
  '%s: a repair is refused first, and the refusal says what would be right',
  async (name) => {
    const data = await loadWorld(name);
    for (const template of data.tasks.filter(({ family }) => family === 'repair')) {
      const generated = await generatorOfTemplate(data, template).generate({ seed: 7, index: 0 });
      const { task, environment, oracle: policy, seed } = generated;
      const { trajectory } = await playEpisode({ task, environment, policy, seed });
      expect(
        observations(trajectory)
          .slice(-2)
          .map(({ error }) => error?.type),
      ).toEqual(['rule', undefined]);
    }
  },
);

it('at most one in twenty of 10,000 tasks nearly repeats an earlier one', async () => {
  const prompts: string[] = [];
  for (const world of worldNames) {
    const generator = await createWorldTaskGenerator({ world });
    for (let index = 0; index < Math.ceil(10_000 / worldNames.length); index++) {
      prompts.push((await generator.generate({ seed: 23, index })).task.prompt);
    }
  }
  const repeated = nearDuplicates(prompts).filter((earlier) => earlier !== null).length;
  expect(repeated / prompts.length).toBeLessThanOrEqual(0.05);
});
