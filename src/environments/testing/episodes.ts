import { RandomStream } from '../../core/index.js';
import { expect } from '../../core/internal.js';
import type { Environment, World } from '../environment.js';
import { worldStateDigest } from '../world-state.js';
import type { DefineCase } from './define-case.js';
import { comparable, type EnvironmentSubject, goodCalls, play, withWorld } from './subject.js';

/** How worlds begin, and what calls, seeds and resets make of them. */
export function episodeCases(subject: EnvironmentSubject, it: DefineCase): void {
  const calls = goodCalls(subject);

  it('has an identity that an equal environment shares', async (environment) => {
    await using other = await subject.create();
    expect(other.fingerprint).toBe(environment.fingerprint);
    expect(other.tools).toEqual(environment.tools);
    expect(environment.name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(environment.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  it('opens equal worlds for equal seeds', async (environment, skip) => {
    const { replay } = environment.capabilities;
    if (replay !== true) return skip(`no replay: ${replay}`);
    const [left, right] = await Promise.all(
      [7, 7].map((seed) =>
        withWorld(environment, seed, async (world) => [
          world.stateDigest(),
          comparable(await play(world, calls)),
        ]),
      ),
    );
    expect(left).toEqual(right);
  });

  it('answers calls, changes nothing by reading, and says what a call changed', async (environment) => {
    await using world = await environment.open({ seed: 1 });
    for (const call of calls) {
      const before = world.state();
      const digest = world.stateDigest();
      const { observation, changes, stateDigest } = await world.call(call.tool, call.arguments);
      expect({ call, status: observation.status, error: observation.error }).toEqual({
        call,
        status: 'ok',
        error: null,
      });
      expect({ call, changed: changes.length > 0 }).toEqual({ call, changed: subject.writes.includes(call) });
      expect(stateDigest).toBe(worldStateDigest(world.state()));
      expect(stateDigest === digest).toBe(changes.length === 0);
      const replayed = new Map(before);
      for (const { name, after } of changes) {
        if (world.state().has(name)) replayed.set(name, after);
        else replayed.delete(name);
      }
      expect(worldStateDigest(replayed)).toBe(stateDigest);
    }
  });

  it('makes calls that nobody waited for in their order', async (environment) => {
    const alone = await withWorld(environment, 2, (world) => play(world, calls));
    await using world = await environment.open({ seed: 2 });
    const together = await Promise.all(calls.map((call) => world.call(call.tool, call.arguments)));
    expect(together.map(({ changes }) => changes)).toEqual(alone.map(({ changes }) => changes));
    if (environment.capabilities.replay === true) expect(comparable(together)).toEqual(comparable(alone));
  });

  it('is as new after a reset', async (environment) => {
    await using world = await environment.open({ seed: 3 });
    await play(world, [...calls, subject.failing]);
    const pending = calls.map((call) => world.call(call.tool, call.arguments));
    const resets = [world.reset(8), world.reset(4)];
    await Promise.all([...pending, ...resets]);
    await expectFresh(environment, world, 4);
  });

  it('keeps episodes apart that run at the same time', async (environment) => {
    await using idle = await environment.open({ seed: 5 });
    const before = idle.stateDigest();
    const results = await Promise.all(
      [5, 5, 5].map((seed) => withWorld(environment, seed, async (world) => play(world, calls))),
    );
    for (const result of results.slice(1)) {
      expect(result.map(({ changes }) => changes)).toEqual(results[0]?.map(({ changes }) => changes));
    }
    expect(idle.stateDigest()).toBe(before);
    await expectFresh(environment, idle, 5);
  });

  it('answers the same to the same calls in any order', async (environment, skip) => {
    const { replay } = environment.capabilities;
    if (replay !== true) return skip(`no replay: ${replay}`);
    const random = new RandomStream(1, 'calls');
    const known = [...subject.reads, ...subject.writes, subject.failing];
    const mixed = Array.from({ length: 8 }, () => random.pick(known));
    const [first, second] = [
      await withWorld(environment, 6, (world) => play(world, mixed)),
      await withWorld(environment, 6, (world) => play(world, mixed)),
    ];
    expect(comparable(first)).toEqual(comparable(second));
  });

  /** The world is what a fresh one is: by its facts and by what it answers. */
  async function expectFresh(environment: Environment, world: World, seed: number): Promise<void> {
    await using fresh = await environment.open({ seed });
    expect(world.stateDigest()).toBe(fresh.stateDigest());
    expect([...world.state()].sort()).toEqual([...fresh.state()].sort());
    const [ours, theirs] = [await play(world, calls), await play(fresh, calls)];
    expect(ours.map(({ changes }) => changes)).toEqual(theirs.map(({ changes }) => changes));
    if (environment.capabilities.replay === true) expect(comparable(ours)).toEqual(comparable(theirs));
  }
}
