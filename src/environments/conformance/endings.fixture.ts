import { expect, it } from 'vitest';
import type { Environment, World } from '../environment.js';
import { type EnvironmentSubject, play, type SubjectCall } from './subject.fixture.js';

/** Calls that are ended, worlds that break, worlds that are closed. */
export function describeEndings(subject: EnvironmentSubject, environment: () => Environment): void {
  const call = (world: World, { tool, arguments: values }: SubjectCall, signal?: AbortSignal) =>
    world.call(tool, values, signal === undefined ? {} : { signal });
  const read = subject.reads[0] ?? subject.writes[0] ?? subject.failing;
  const write = subject.writes[0] ?? read;

  it('does nothing for a call that was ended before it began', async () => {
    const reason = new Error('enough');
    await using world = await environment().open({ seed: 1 });
    const before = world.stateDigest();
    await expect(call(world, write, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(world.stateDigest()).toBe(before);
    const waiting = new AbortController();
    const [first, second] = [call(world, read), call(world, write, waiting.signal)];
    waiting.abort(reason);
    await expect(second).rejects.toBe(reason);
    const { stateDigest } = await first;
    expect(world.stateDigest()).toBe(stateDigest);
    expect((await call(world, read)).observation.status).toBe('ok');
    await expect(environment().open({ seed: 1, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it.skipIf(subject.slow === undefined)(
    'ends a call in its middle, and works again after a reset',
    async () => {
      const reason = new Error('enough');
      await using world = await environment().open({ seed: 1 });
      const before = world.stateDigest();
      const controller = new AbortController();
      const slow = call(world, subject.slow ?? read, controller.signal);
      const behind = call(world, read);
      setTimeout(() => controller.abort(reason), 20);
      await expect(slow).rejects.toBe(reason);
      await expect(behind).rejects.toMatchObject({ code: 'environments/world_interrupted' });
      await expect(call(world, read)).rejects.toMatchObject({ code: 'environments/world_interrupted' });
      await world.reset(1);
      expect(world.stateDigest()).toBe(before);
      expect((await call(world, read)).observation.status).toBe('ok');
    },
  );

  it.skipIf(subject.breakWorld === undefined)(
    'says that a world is broken, and works again after a reset',
    async () => {
      await using world = await environment().open({ seed: 1 });
      const before = world.stateDigest();
      await subject.breakWorld?.(world);
      await expect(call(world, read)).rejects.toMatchObject({ code: 'environments/world_broken' });
      await expect(call(world, read)).rejects.toMatchObject({ code: 'environments/world_broken' });
      await world.reset(1);
      expect(world.stateDigest()).toBe(before);
      expect((await call(world, read)).observation.status).toBe('ok');
    },
  );

  it('takes nothing after it was closed', async () => {
    const world = await environment().open({ seed: 1 });
    const last = Promise.allSettled([play(world, subject.reads)]);
    const running = call(world, write);
    const closing = world.close();
    const refused = { code: 'environments/world_closed' };
    await expect(world.reset(1)).rejects.toMatchObject(refused);
    await expect(world.fork()).rejects.toMatchObject(refused);
    await expect(world.snapshot()).rejects.toMatchObject(refused);
    await expect(call(world, read)).rejects.toMatchObject(refused);
    expect((await running).observation.status).toBe('ok');
    await Promise.allSettled([last, closing]);
    await world.close();
    await expect(call(world, read)).rejects.toMatchObject(refused);
  });

  it('opens no world after it was closed itself', async () => {
    const own = await subject.create();
    await (await own.open({ seed: 1 })).close();
    await own.close();
    await own.close();
    await expect(own.open({ seed: 1 })).rejects.toMatchObject({ code: 'environments/environment_closed' });
  });
}
