import { expect, it } from 'vitest';
import { openShop, policyOf, shopTask } from '../../environments/episodes/shop.fixture.js';
import { recordTrajectory } from '../../environments/index.js';
import { faultyPolicy } from '../../generation/index.js';
import { attributeFailure } from './attribute-failure.js';
import { type AttributedRecord, blameTable } from './blame-table.js';
import { stepTimeline } from './step-timeline.js';

it('sums up blame by step, and puts it beside the steps with what they changed', async () => {
  const environment = await openShop();
  const reference = policyOf(async (actor) => {
    actor.plan('Sell the fig.');
    await actor.call('sql_execute', { sql: "DELETE FROM fruit WHERE name = 'fig'" });
    actor.answer(2);
  }, 'oracle');
  const { finalStateDigest } = await recordTrajectory({
    environment,
    policy: reference,
    task: shopTask(null),
    seed: 0,
  });
  const task = shopTask({ value: 2, comparison: 'number' }, finalStateDigest);
  const attributed: AttributedRecord[] = [];
  for (const fault of ['wrong_filter', 'gives_up', 'wrong_argument', 'over_call'] as const) {
    const policy = faultyPolicy(reference, { fault, seed: 1 });
    const record = await recordTrajectory({ environment, policy, task, seed: 0 });
    attributed.push({
      record,
      attribution: await attributeFailure(record, { environment, reference, policy }),
    });
  }
  const table = blameTable(attributed);
  expect(table).toMatchObject({ located: 3, unlocated: 1 });
  expect(table.rows).toMatchObject([
    { kind: 'wrong_call', tool: 'sql_execute', count: 2, confirmed: 2 },
    { kind: 'missing_call', tool: 'sql_execute', count: 1, confirmed: 0 },
  ]);
  expect(table.rows[1]?.trajectoryIds).toEqual([attributed[1]?.record.id]);

  const [wrong, lazy] = attributed;
  const steps = stepTimeline(wrong?.record as AttributedRecord['record'], wrong?.attribution);
  expect(steps).toMatchObject([
    { step: 0, type: 'plan', text: 'Sell the fig.', credit: null, blamed: null },
    { step: 1, type: 'tool_call', status: 'ok', credit: -1, blamed: { kind: 'wrong_call' } },
    { step: 3, type: 'final_answer', text: '2', credit: 0, blamed: null },
  ]);
  expect(steps[1]?.changes.map(({ name }) => name)).toEqual(['fruit/apple', 'fruit/pear']);
  expect(stepTimeline(lazy?.record as AttributedRecord['record'], lazy?.attribution).at(-1)).toMatchObject({
    step: 1,
    type: 'end',
    text: 'no_answer',
    blamed: { kind: 'missing_call' },
  });
});
