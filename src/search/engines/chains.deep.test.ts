import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { type Items, isFound, lists, sum, unseen } from './chain-tasks.fixture.js';

const { describe, it } = await needs('sandbox');

describe('searchChains, with more steps', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
  });
  afterAll(() => sandbox.close());
  const least = (items: Items): number => Math.min(...items);
  const runningTotals = (items: Items): Items => items.map((_n, place) => sum(items.slice(0, place + 1)));

  it.each<readonly [string, (items: Items) => Items | number]>([
    [
      'less the smallest, doubled, last to the front',
      (items) => {
        const doubled = items.map((n) => 2 * (n - least(items)));
        return [...doubled.slice(-1), ...doubled.slice(0, -1)];
      },
    ],
    ['the odd ones, divided', (items) => items.filter((n) => n % 2 === 1).map((n) => Math.floor(n / 2))],
    [
      'the lower one of each and its mirror, doubled',
      (items) => items.map((n, place) => 2 * Math.min(n, items.at(-1 - place) ?? n)),
    ],
    [
      'the first less all up to each',
      (items) => items.map((_n, place) => (items[0] ?? 0) - sum(items.slice(1, place + 1))),
    ],
    ['backwards, 3 taken off what is above 8', (items) => items.toReversed().map((n) => (n > 8 ? n - 3 : n))],
  ])('finds %s', async (_name, rule) => {
    expect(await isFound(sandbox, lists, unseen, rule)).toBe(true);
  });

  it.each<readonly [string, (items: Items) => Items | number]>([
    ['the sum of sizes without the first', (items) => sum(items.slice(1).map(Math.abs))],
    ['the signs, sorted', (items) => items.map(Math.sign).sort((left, right) => left - right)],
    [
      'the odd ones negated, then running totals',
      (items) => runningTotals(items.map((n) => (n % 2 === 0 ? n : -n))),
    ],
  ])('finds %s, where numbers are below zero', async (_name, rule) => {
    const signed = (rows: readonly Items[]): readonly Items[] =>
      rows.map((row) => row.map((n, place) => (place % 3 === 1 ? -n : place % 3 === 2 && n < 9 ? 0 : n)));
    expect(await isFound(sandbox, signed(lists), signed(unseen), rule)).toBe(true);
  });

  it('finds the even ones halved, then the distances of neighbours, which takes longer', async () => {
    const rule = (items: Items): Items => {
      const halved = items.map((n) => (n % 2 === 0 ? n / 2 : n));
      return halved.slice(1).map((n, place) => Math.abs(n - (halved[place] ?? 0)));
    };
    expect(await isFound(sandbox, lists, unseen, rule, 150_000)).toBe(true);
  });

  it('finds one step more than what is enumerated', async () => {
    const rule = (items: Items): number =>
      sum(items.map((n) => n - (items[0] ?? 0)).filter((_n, place) => place % 2 === 0));
    expect(await isFound(sandbox, lists, unseen, rule, 300_000)).toBe(true);
  });
});
