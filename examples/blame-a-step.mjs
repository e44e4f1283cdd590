// An agent fails a task. Which of its steps was it? A reference that solves the task plays on from the world before each
// step and after it: the step is to blame before which the task could still be solved, and after which it could not.
import { createSqlEnvironment, playEpisode } from 'mettle/environments';
import { attributeFailure, branch, rescore, scoreOutcome, stepTimeline } from 'mettle/evaluation';

const environment = await createSqlEnvironment({
  name: 'stock',
  content: {
    tables: [
      {
        name: 'item',
        columns: 'name TEXT PRIMARY KEY, pieces INTEGER NOT NULL, ordered INTEGER NOT NULL',
        rows: [
          ['pen', 5, 0],
          ['ink', 40, 0],
          ['nib', 10, 0],
          ['cap', 12, 0],
        ],
      },
    ],
  },
});

/**
 * Looks what is short, orders it, and answers with what it ordered.
 * @param {string} name
 * @param {string} least
 * @returns {import('mettle/environments').Policy}
 */
const agent = (name, least) => ({
  name,
  version: '1',
  play: async (_, actor) => {
    actor.plan('Find what is short, then order ten of each.');
    const { data } = await actor.call('sql_query', {
      sql: `SELECT name FROM item WHERE pieces ${least} ORDER BY name`,
    });
    const { rows } = /** @type {{ rows: [string][] }} */ (data);
    const names = rows.map(([item]) => item);
    for (const item of names) {
      await actor.call('sql_execute', { sql: `UPDATE item SET ordered = 10 WHERE name = '${item}'` });
    }
    actor.answer(names);
  },
});
const reference = agent('reference', '<= 10');
const hasty = agent('hasty', '< 10');

/** @type {import('mettle/records').Task} */
const task = {
  id: 'order',
  category: 'update',
  prompt: 'Order ten of each item of which there are ten pieces or fewer. Which are they?',
  expected: {
    answer: { value: ['nib', 'pen'], comparison: 'set' },
    stateDigest: null,
    goals: [{ kind: 'fact', name: 'item/nib', value: { name: 'nib', pieces: 10, ordered: 10 } }],
    invariants: [{ kind: 'unchanged', except: ['item/nib', 'item/pen'] }],
  },
  metadata: {},
};
const { trajectory: record, ...states } = await playEpisode({ environment, task, policy: hasty, seed: 0 });
console.log('hasty:', scoreOutcome(record, states).verdict);

const attribution = await attributeFailure(record, { environment, reference, policy: hasty });
console.log(attribution.reason);
for (const { step, type, text, credit, blamed } of stepTimeline(record, attribution)) {
  const measured = credit === null ? '' : ` -> credit ${credit}`;
  console.log(`${step} ${type} ${text}${measured}${blamed === null ? '' : ` <- ${blamed.kind}`}`);
}
const [first] = attribution.blamed;
if (first?.instead?.kind !== 'call') throw new Error('no call is to blame');
console.log('the reference:', first.instead.arguments.sql);
console.log('hasty passes with this step set right:', first.confirmed);

// The world before the blamed step, alive.
const before = await branch(record, first.step, { environment });
const { observation } = await before.world.call('sql_query', { sql: 'SELECT sum(ordered) FROM item' });
console.log('ordered before that step:', observation.content.split('\n')[1]);
await before.close();

// A check that nobody thought of when the record was made: no order of what there is plenty of.
const { rescored } = await rescore([record], {
  environment,
  score: (_, { final }) => {
    const { ordered } = /** @type {{ ordered: number }} */ (final.get('item/ink'));
    return { verdict: ordered === 0 ? 'pass' : 'fail', reason: `${ordered} of ink were ordered`, checks: [] };
  },
});
for (const { outcome } of rescored) console.log('new check:', outcome.verdict, '-', outcome.reason);
