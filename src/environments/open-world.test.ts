import { describe, expect, it } from 'vitest';
import { defineEnvironment } from './define-environment.js';
import type { Environment } from './environment.js';
import type { EnvironmentDefinition, WorldBody } from './world-body.js';

const parameters = { type: 'object', properties: {}, additionalProperties: false } as const;
const tool = (name: string) => ({ name, description: name, parameters });
const ok = { status: 'ok', content: '', data: null, error: null } as const;

/** An environment of bodies that do nothing but what is given, and how many of them are open. */
function environmentOf(
  change: Partial<WorldBody>,
  definition: Partial<EnvironmentDefinition> = {},
): { readonly environment: Environment; readonly open: () => number } {
  let open = 0;
  const begin = async (): Promise<WorldBody> => {
    open++;
    return {
      run: async () => ok,
      state: () => new Map(),
      fork: begin,
      ...change,
      close: async () => {
        open--;
        await change.close?.();
      },
    };
  };
  const environment = defineEnvironment({
    name: 'test',
    version: 1,
    tools: [tool('act')],
    identity: {},
    begin,
    ...definition,
  });
  return { environment, open: () => open };
}

describe('a world', () => {
  it('closes the body that came after opening was ended', async () => {
    const controller = new AbortController();
    const { environment, open } = environmentOf({
      state: async () => {
        controller.abort(new Error('enough'));
        return new Map();
      },
    });
    await expect(environment.open({ seed: 0, signal: controller.signal })).rejects.toThrow('enough');
    expect(open()).toBe(0);
  });

  it('closes a body that can not tell its state, and throws that error whatever closing throws', async () => {
    const { environment, open } = environmentOf({
      state: () => {
        throw new Error('no state');
      },
      close: () => Promise.reject(new Error('no close')),
    });
    await expect(environment.open({ seed: 0 })).rejects.toThrow('no state');
    expect(open()).toBe(0);
  });

  it('is reset even where the old body does not close, and says so when it is closed', async () => {
    const { environment, open } = environmentOf({ close: () => Promise.reject(new Error('stuck')) });
    const world = await environment.open({ seed: 0 });
    await world.reset(1);
    const snapshot = await world.snapshot();
    await world.restore(snapshot);
    expect((await world.call('act', {})).observation.status).toBe('ok');
    await expect(world.close()).rejects.toMatchObject({ code: 'environments/close_failed' });
    await expect(snapshot.release()).rejects.toThrow('stuck');
    expect(open()).toBe(0);
  });

  it('leaves no body open, however its changes are mixed', async () => {
    const { environment, open } = environmentOf({});
    const world = await environment.open({ seed: 0 });
    const controller = new AbortController();
    const snapshot = await world.snapshot();
    const work = [
      world.call('act', {}),
      world.restore(snapshot),
      world.fork().then((branch) => branch.close()),
      world.call('act', {}, { signal: controller.signal }),
      world.snapshot().then((other) => other.release()),
      world.reset(3),
      world.restore(snapshot),
      snapshot.release(),
      world.restore(snapshot),
      world.close(),
      world.fork(),
    ];
    controller.abort();
    const outcomes = await Promise.allSettled(work);
    const failed = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
    expect(failed).toEqual([3, 8, 10]);
    expect(open()).toBe(0);
  });

  it('goes on after a fork or a reset that failed', async () => {
    const { environment } = environmentOf({ fork: () => Promise.reject(new Error('no memory')) });
    await using world = await environment.open({ seed: 0 });
    for (const refused of [world.fork(), world.snapshot()]) {
      await expect(refused).rejects.toMatchObject({ code: 'environments/fork_failed' });
    }
    await expect(world.reset(0.5)).rejects.toMatchObject({ code: 'environments/invalid_seed' });
    expect((await world.call('act', {})).observation.status).toBe('ok');
  });

  it('ends a call whose body took no notice of the signal', async () => {
    const controller = new AbortController();
    const { environment } = environmentOf({
      run: async () => {
        controller.abort(new Error('enough'));
        return ok;
      },
    });
    await using world = await environment.open({ seed: 0 });
    await expect(world.call('act', {}, { signal: controller.signal })).rejects.toThrow('enough');
    await expect(world.call('act', {})).rejects.toMatchObject({ code: 'environments/world_interrupted' });
    await expect(world.fork()).rejects.toMatchObject({ code: 'environments/world_interrupted' });
  });

  it('is broken by an answer that is not JSON, and by a state that can not be read', async () => {
    const { environment } = environmentOf({ run: async () => ({ ...ok, data: undefined as never }) });
    await using world = await environment.open({ seed: 0 });
    await expect(world.call('act', {})).rejects.toMatchObject({ code: 'environments/world_broken' });
    let reads = 0;
    const unreadable = environmentOf({
      state: () => {
        if (reads++ > 0) throw new Error('lost');
        return new Map();
      },
    });
    await using lost = await unreadable.environment.open({ seed: 0 });
    await expect(lost.call('act', {})).rejects.toThrow(/failed: lost/);
    await expect(lost.call('act', {})).rejects.toMatchObject({ code: 'environments/world_broken' });
  });

  it.each<[string, unknown]>([
    ['nesting without end', Array.from({ length: 5000 }).reduce((inner) => [inner], 1)],
    ['NaN', Number.NaN],
    ['a date', new Date(0)],
    ['a bigint', 1n],
  ])('is broken by a fact of %s, and is what it was', async (_, fact) => {
    let reads = 0;
    const state = () => new Map(reads++ > 0 ? [['fact', fact as never]] : []);
    const { environment, open } = environmentOf({ state });
    const world = await environment.open({ seed: 0 });
    const digest = world.stateDigest();
    const broken = {
      code: 'environments/world_broken',
      message: expect.stringContaining('JSON cannot hold'),
    };
    await expect(world.call('act', {})).rejects.toMatchObject(broken);
    await expect(world.call('act', {})).rejects.toMatchObject(broken);
    expect([world.state().size, world.stateDigest()]).toEqual([0, digest]);
    await world.close();
    expect(open()).toBe(0);
  });

  it('cuts off long answers and errors, and refuses too much data', async () => {
    const error = { type: 'x', message: `two\nlines ${'y'.repeat(20_000)}` };
    const failing = environmentOf({ run: async () => ({ ...ok, status: 'error', error }) });
    await using world = await failing.environment.open({ seed: 0 });
    const { observation } = await world.call('act', {});
    expect(observation.error?.message).toMatch(/^two lines y+\n… \(\d+ characters cut off\)$/);
    expect(observation.error?.message.length).toBeLessThan(10_100);
    const large = environmentOf({ run: async () => ({ ...ok, data: 'z'.repeat(50) }) }, { maxDataChars: 20 });
    await using other = await large.environment.open({ seed: 0 });
    expect((await other.call('act', {})).observation.error?.type).toBe('limit');
  });
});

describe('defineEnvironment', () => {
  it.each([
    ['a name that is not snake_case', { name: 'My World' }, /not snake_case/],
    ['two tools of one name', { tools: [tool('act'), tool('act')] }, /two tools are called "act"/],
    [
      'parameters that are no schema',
      { tools: [{ ...tool('act'), parameters: { type: 'wrong' } }] },
      /"act" are no/,
    ],
  ])('refuses %s', (_, change, message) => {
    const invalid = expect.objectContaining({ code: 'environments/invalid_definition' });
    expect(() => environmentOf({}, change)).toThrow(message);
    expect(() => environmentOf({}, change)).toThrow(invalid);
  });
});
