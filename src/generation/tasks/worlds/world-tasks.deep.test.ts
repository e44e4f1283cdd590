import { expect, it } from 'vitest';
import { loadWorld, worldNames } from '../../../environments/internal.js';
import { nearDuplicates } from '../../../evaluation/internal.js';
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
