import { RandomStream } from 'mettle/core';
import { createSqlEnvironment, type Environment, recordTrajectory } from 'mettle/environments';
import { scoreOutcome } from 'mettle/evaluation';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CountryRecords, loadCountryRecords } from './country-records.js';
import { countryContent } from './country-world.js';
import { createKeywordPolicies } from './policies/keyword-policy.js';
import { createOraclePolicy } from './policies/oracle-policy.js';
import { readPrompt } from './policies/read-prompt.js';
import { drawSkills } from './skills.js';
import { generateTasks } from './tasks/generate-tasks.js';

let records: CountryRecords;
let environment: Environment;

beforeAll(async () => {
  records = loadCountryRecords();
  environment = await createSqlEnvironment({ name: 'countries', content: countryContent(records) });
});

function tasksOf(seed: number) {
  const stream = new RandomStream(seed, 'demo');
  return generateTasks(records, drawSkills(stream.child('skills')), stream.child('tasks'));
}

describe('the data', () => {
  it('is some hundreds of real records', () => {
    expect(records.countries.length).toBeGreaterThan(240);
    expect(records.currencies.length).toBeGreaterThan(150);
    expect(records.countries.find(({ code }) => code === 'CH')).toEqual({
      code: 'CH',
      name: 'Switzerland',
      capital: 'Bern',
      continent: 'EU',
      callingCode: '41',
      currencies: ['CHF', 'CHE', 'CHW'],
      languages: ['de', 'fr', 'it'],
    });
  });
});

describe('the tasks', () => {
  it('are many, varied and all different, and follow the seed', async () => {
    const tasks = (await tasksOf(0)).map(({ task }) => task);
    expect(tasks.length).toBeGreaterThanOrEqual(100);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
    expect(new Set(tasks.map(({ prompt }) => prompt)).size).toBe(tasks.length);
    expect(new Set(tasks.map(({ category }) => category)).size).toBe(7);
    expect(await tasksOf(0)).toEqual(await tasksOf(0));
    const others = new Set((await tasksOf(1)).map(({ task }) => task.id));
    expect(tasks.filter(({ id }) => !others.has(id)).length).toBeGreaterThan(tasks.length / 2);
  });

  it('are all read by their keywords', async () => {
    for (const seed of [0, 1, 2]) {
      for (const { task } of await tasksOf(seed)) expect(readPrompt(task.prompt), task.prompt).not.toBeNull();
    }
  });

  it.each([0, 1, 2, 3])(
    'of seed %i are done by SQL as the oracle worked them out without SQL',
    async (seed) => {
      const tasks = (await tasksOf(seed)).filter(({ solution }) => solution.kind !== 'script');
      const policy = createOraclePolicy(tasks);
      for (const { task } of tasks) {
        const trajectory = await recordTrajectory({ environment, policy, task, seed });
        expect(scoreOutcome(trajectory), task.prompt).toMatchObject({ verdict: 'pass' });
      }
    },
  );

  it('are done in part by each keyword policy', async () => {
    const tasks = (await tasksOf(0)).filter(({ solution }) => solution.kind !== 'script');
    for (const policy of createKeywordPolicies(() => ({}))) {
      let passed = 0;
      for (const { task } of tasks) {
        const trajectory = await recordTrajectory({ environment, policy, task, seed: 0 });
        if (scoreOutcome(trajectory).verdict === 'pass') passed += 1;
      }
      expect(passed).toBeGreaterThan(tasks.length * 0.3);
      expect(passed).toBeLessThan(tasks.length);
    }
  });
});
