import { expect, it } from 'vitest';
import { loadWorld, worldNames } from '../../../environments/internal.js';
import { proveTask } from '../prove-task.js';
import { createWorldTaskGenerator } from './create-world-task-generator.js';
import { generatorOfTemplate } from './template-generator.fixture.js';

it.each(worldNames)(
  '%s: the oracle does a task of each kind by what it has seen, and nobody gets one for nothing',
  async (name) => {
    const data = await loadWorld(name);
    for (const template of data.tasks) {
      const generator = generatorOfTemplate(data, template);
      const generated = await generator.generate({ seed: 7, index: 0 });
      expect([template.name, (await proveTask(generated)).reason]).toEqual([template.name, '']);
    }
  },
);

it('tells the rules as instructions, and has three levels', async () => {
  const generator = await createWorldTaskGenerator({ world: 'airline' });
  expect(generator.levels).toEqual([1, 2, 3]);
  const { task, world } = await generator.generate({ seed: 0, index: 0, level: 3 });
  expect(task.instructions).toContain('Today is 2031-05-14.');
  expect(task.instructions).toContain('A7: Vouchers are for delays of three hours or more.');
  expect(world).toEqual({ type: 'world', world: 'airline' });
  expect(task.metadata.level).toBe(3);
});

it('gives the same task at a place, in whatever order tasks are asked for', async () => {
  const [left, right] = await Promise.all(
    ['hotel', 'hotel'].map((world) => createWorldTaskGenerator({ world })),
  );
  const places = [0, 1, 2, 3, 4, 5];
  const forwards = await Promise.all(places.map(async (index) => left?.generate({ seed: 2, index })));
  const backwards: unknown[] = [];
  for (const index of [...places].reverse())
    backwards.unshift((await right?.generate({ seed: 2, index }))?.task);
  expect(forwards.map((each) => each?.task)).toEqual(backwards);
});

it('refuses a world that there is not', async () => {
  await expect(createWorldTaskGenerator({ world: 'airlines' })).rejects.toThrow(/airline/);
});
