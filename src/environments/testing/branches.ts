import { expect, rejection } from '../../core/internal.js';
import type { DefineCase } from './define-case.js';
import { comparable, type EnvironmentSubject, goodCalls, play } from './subject.js';

/** Forks and snapshots, or that they are refused. */
export function branchCases(subject: EnvironmentSubject, it: DefineCase): void {
  const half = Math.ceil(subject.writes.length / 2);
  const [early, late] = [subject.writes.slice(0, half), subject.writes.slice(half)];
  it('forks in mid-episode into a world that goes on as this one would', async (environment, skip) => {
    const { fork } = environment.capabilities;
    if (fork !== true) return skip(`no fork: ${fork}`);
    await using world = await environment.open({ seed: 1 });
    await play(world, early);
    await using branch = await world.fork();
    await using other = await branch.fork();
    expect(branch.stateDigest()).toBe(world.stateDigest());
    const rest = [...late, ...subject.reads];
    const results = [await play(world, rest), await play(branch, rest), await play(other, rest)];
    expect(comparable(results[1] ?? [])).toEqual(comparable(results[0] ?? []));
    expect(comparable(results[2] ?? [])).toEqual(comparable(results[0] ?? []));
  });

  it('keeps a world and its branches apart', async (environment, skip) => {
    const { fork } = environment.capabilities;
    if (fork !== true) return skip(`no fork: ${fork}`);
    const world = await environment.open({ seed: 1 });
    const branches = await Promise.all([world.fork(), world.fork()]);
    const [before, first] = [world.stateDigest(), branches[0]];
    await play(first, subject.writes);
    for (const untouched of [world, branches[1]]) {
      const state = [...untouched.state()];
      const answers = await play(untouched, subject.reads);
      await using fresh = await environment.open({ seed: 1 });
      expect(untouched.stateDigest()).toBe(before);
      expect(state.sort()).toEqual([...fresh.state()].sort());
      expect(comparable(answers)).toEqual(comparable(await play(fresh, subject.reads)));
    }
    const after = first.stateDigest();
    await play(world, early);
    expect(first.stateDigest()).toBe(after);
    await world.close();
    await play(first, subject.reads);
    expect(first.stateDigest()).toBe(after);
    await first.reset(1);
    expect(first.stateDigest()).toBe(before);
    await Promise.all(branches.map((branch) => branch.close()));
  });

  it('restores a snapshot as often as asked, here and in another world', async (environment, skip) => {
    const { fork } = environment.capabilities;
    if (fork !== true) return skip(`no fork: ${fork}`);
    await using world = await environment.open({ seed: 1 });
    await play(world, early);
    await using snapshot = await world.snapshot();
    const digest = world.stateDigest();
    expect(snapshot.stateDigest).toBe(digest);
    const rest = [...late, ...subject.reads];
    const expected = comparable(await play(world, rest));
    await using other = await environment.open({ seed: 2 });
    for (const target of [world, other, world]) {
      await play(target, subject.reads);
      await target.restore(snapshot);
      expect(target.stateDigest()).toBe(digest);
      expect(comparable(await play(target, rest))).toEqual(expected);
    }
  });

  it('refuses snapshots that were released or come from elsewhere', async (environment, skip) => {
    const { fork } = environment.capabilities;
    if (fork !== true) return skip(`no fork: ${fork}`);
    await using world = await environment.open({ seed: 1 });
    await using elsewhere = await subject.create();
    await using stranger = await elsewhere.open({ seed: 1 });
    await using foreign = await stranger.snapshot();
    expect(await rejection(world.restore(foreign))).toMatchObject({ code: 'environments/foreign_snapshot' });
    const snapshot = await world.snapshot();
    await snapshot.release();
    await snapshot.release();
    expect(await rejection(world.restore(snapshot))).toMatchObject({ code: 'environments/foreign_snapshot' });
    expect(
      (await play(world, goodCalls(subject))).every(({ observation }) => observation.status === 'ok'),
    ).toBe(true);
  });

  it('refuses to fork where it says that it can not', async (environment, skip) => {
    if (environment.capabilities.fork === true) return skip('worlds fork');
    await using world = await environment.open({ seed: 1 });
    expect(await rejection(world.fork())).toMatchObject({ code: 'environments/cannot_fork' });
    expect(await rejection(world.snapshot())).toMatchObject({ code: 'environments/cannot_fork' });
    await play(world, goodCalls(subject));
  });
}
