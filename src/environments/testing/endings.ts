import { expect, rejection } from '../../core/internal.js';
import type { World } from '../environment.js';
import type { DefineCase } from './define-case.js';
import { type EnvironmentSubject, play, type SubjectCall } from './subject.js';

/** Calls that are ended, worlds that break, worlds that are closed. */
export function endingCases(subject: EnvironmentSubject, it: DefineCase): void {
  const call = (world: World, { tool, arguments: values }: SubjectCall, signal?: AbortSignal) =>
    world.call(tool, values, signal === undefined ? {} : { signal });
  const read = subject.reads[0] ?? subject.writes[0] ?? subject.failing;
  const write = subject.writes[0] ?? read;

  it('does nothing for a call that was ended before it began', async (environment) => {
    const reason = new Error('enough');
    await using world = await environment.open({ seed: 1 });
    const before = world.stateDigest();
    expect(await rejection(call(world, write, AbortSignal.abort(reason)))).toBe(reason);
    expect(world.stateDigest()).toBe(before);
    const waiting = new AbortController();
    const [first, second] = [call(world, read), call(world, write, waiting.signal)];
    waiting.abort(reason);
    expect(await rejection(second)).toBe(reason);
    const { stateDigest } = await first;
    expect(world.stateDigest()).toBe(stateDigest);
    expect((await call(world, read)).observation.status).toBe('ok');
    expect(await rejection(environment.open({ seed: 1, signal: AbortSignal.abort(reason) }))).toBe(reason);
  });

  it('ends a call in its middle, and works again after a reset', async (environment, skip) => {
    const { slow: long } = subject;
    if (long === undefined) return skip('the subject has no slow call');
    const reason = new Error('enough');
    await using world = await environment.open({ seed: 1 });
    const before = world.stateDigest();
    const controller = new AbortController();
    const slow = call(world, long, controller.signal);
    const behind = call(world, read);
    setTimeout(() => controller.abort(reason), 20);
    expect(await rejection(slow)).toBe(reason);
    expect(await rejection(behind)).toMatchObject({ code: 'environments/world_interrupted' });
    expect(await rejection(call(world, read))).toMatchObject({ code: 'environments/world_interrupted' });
    await world.reset(1);
    expect(world.stateDigest()).toBe(before);
    expect((await call(world, read)).observation.status).toBe('ok');
  });

  it('says that a world is broken, and works again after a reset', async (environment, skip) => {
    if (subject.breakWorld === undefined) return skip('the subject cannot break a world');
    await using world = await environment.open({ seed: 1 });
    const before = world.stateDigest();
    await subject.breakWorld(world);
    expect(await rejection(call(world, read))).toMatchObject({ code: 'environments/world_broken' });
    expect(await rejection(call(world, read))).toMatchObject({ code: 'environments/world_broken' });
    await world.reset(1);
    expect(world.stateDigest()).toBe(before);
    expect((await call(world, read)).observation.status).toBe('ok');
  });

  it('takes nothing after it was closed', async (environment) => {
    const world = await environment.open({ seed: 1 });
    const last = Promise.allSettled([play(world, subject.reads)]);
    const running = call(world, write);
    const closing = world.close();
    const refused = { code: 'environments/world_closed' };
    expect(await rejection(world.reset(1))).toMatchObject(refused);
    expect(await rejection(world.fork())).toMatchObject(refused);
    expect(await rejection(world.snapshot())).toMatchObject(refused);
    expect(await rejection(call(world, read))).toMatchObject(refused);
    expect((await running).observation.status).toBe('ok');
    await Promise.allSettled([last, closing]);
    await world.close();
    expect(await rejection(call(world, read))).toMatchObject(refused);
  });

  it('opens no world after it was closed itself', async (own) => {
    await (await own.open({ seed: 1 })).close();
    await own.close();
    await own.close();
    expect(await rejection(own.open({ seed: 1 }))).toMatchObject({ code: 'environments/environment_closed' });
  });
}
