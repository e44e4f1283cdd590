import { expect, it } from 'vitest';
import { type Actor, playEpisode } from '../../../environments/index.js';
import { loadWorld, worldNames } from '../../../environments/internal.js';
import { scoreOutcome } from '../../../evaluation/index.js';
import { callArguments, isCallStep } from '../../../records/index.js';
import type { GeneratedTask } from '../generated-task.js';
import { proveTask } from '../prove-task.js';
import { createWorldTaskGenerator } from './create-world-task-generator.js';
import { generatorOfTemplate } from './template-generator.fixture.js';

it.each(worldNames)(
  '%s: the oracle does a task of each kind by what it has seen, and nobody gets one for nothing',
  async (name) => {
    const data = await loadWorld(name);
    const ofEachFamily = new Map(data.tasks.map((template) => [template.family, template]));
    for (const template of ofEachFamily.values()) {
      const generator = generatorOfTemplate(data, template);
      const generated = await generator.generate({ seed: 7, index: 0 });
      expect([template.name, (await proveTask(generated)).reason]).toEqual([template.name, '']);
    }
  },
);

/** What comes of a task that someone else does. */
async function outcomeOf(
  { task, environment, seed, oracle }: GeneratedTask,
  act: (actor: Actor, oracle: (actor: Actor) => Promise<void> | void) => Promise<void> | void,
) {
  const { trajectory, ...states } = await playEpisode({
    task,
    environment,
    seed,
    policy: {
      name: 'other',
      version: '1',
      play: async (...given) => act(given[1], (actor) => oracle.play(given[0], actor)),
    },
  });
  return scoreOutcome(trajectory, states);
}

async function hotelTasks(name: string, count: number): Promise<readonly GeneratedTask[]> {
  const data = await loadWorld('hotel');
  const template = data.tasks.find((each) => each.name === name);
  if (template === undefined) throw new Error(`The hotel has no ${name}`);
  const generator = generatorOfTemplate(data, template);
  return Promise.all(Array.from({ length: count }, (_, index) => generator.generate({ seed: 3, index })));
}

it('passes no refusal and no answer that is right without a look at the records behind it', async () => {
  const tasks = [...(await hotelTasks('another_room', 8)), ...(await hotelTasks('which_house', 4))].filter(
    ({ task }) => task.category !== 'request',
  );
  expect(new Set(tasks.map(({ task }) => task.category))).toEqual(new Set(['request_refused', 'lookup']));
  for (const generated of tasks) {
    const { verdict, reason } = await outcomeOf(generated, (actor) =>
      actor.answer(generated.task.expected.answer?.value ?? null),
    );
    expect([verdict, reason]).toEqual(['fail', expect.stringMatching(/^no tool answered with/)]);
    expect((await outcomeOf(generated, (actor, oracle) => oracle(actor))).verdict).toBe('pass');
  }
});

it('fails who takes one of two ways without having looked which is right', async () => {
  for (const generated of await hotelTasks('waive_or_charge', 4)) {
    const { task, environment, seed, oracle: policy } = generated;
    const { trajectory } = await playEpisode({ task, environment, seed, policy });
    const acts = trajectory.steps.filter(isCallStep).filter(({ tool }) => !/^(?:get|list)_/.test(tool));
    expect(acts.length).toBe(1);
    const { verdict, reason } = await outcomeOf(generated, async (actor) => {
      for (const step of acts) await actor.call(step.tool, callArguments(step));
      actor.answer('done');
    });
    expect([verdict, reason]).toEqual(['fail', expect.stringMatching(/^no tool answered with/)]);
  }
});

it('fails who does the task and damages another column of the same row', async () => {
  for (const generated of await hotelTasks('more_nights', 6)) {
    if (generated.task.category !== 'request') continue;
    const { verdict, reason } = await outcomeOf(generated, async (actor, oracle) => {
      const [, stay = ''] = /(BK-\w+)/.exec(generated.task.prompt) ?? [];
      const { data } = await actor.call('get_stay', { stay_id: stay });
      const pillow = (data as { pillow_type: string }).pillow_type === 'wool' ? 'feather' : 'wool';
      await actor.call('set_pillow', { stay_id: stay, pillow });
      await oracle(actor);
    });
    expect([verdict, reason]).toEqual(['fail', expect.stringContaining('stays/BK-')]);
  }
});

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
