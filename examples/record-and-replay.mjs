// Records what an agent does in a database, proves the record by running it again in a fresh world, and shows that a
// record that was edited fails.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqlEnvironment, recordTrajectory } from 'mettle/environments';
import { scoreOutcome, verifyTrajectory } from 'mettle/evaluation';
import { openAIJsonl, readTrajectoryFile, writeTrajectoryFile } from 'mettle/records';

const environment = await createSqlEnvironment({
  content: {
    tables: [
      {
        name: 'stock',
        columns: 'item TEXT PRIMARY KEY, count INTEGER NOT NULL',
        rows: [
          ['pen', 3],
          ['book', 0],
          ['ink', 12],
        ],
      },
    ],
  },
});

/** @type {import('mettle/records').Task} */
const task = {
  id: 'restock-1',
  category: 'restock',
  prompt: 'Order 10 of each item that is out of stock. Which ones were they?',
  expected: { answer: { value: ['book'], comparison: 'set' }, stateDigest: null },
  metadata: {},
};

/** @type {import('mettle/environments').Policy} */
const clerk = {
  name: 'clerk',
  version: '1',
  play: async (_, actor) => {
    actor.think('I look for items with a count of 0 first.');
    const { data } = await actor.call('sql_query', { sql: 'SELECT item FROM stock WHERE count = 0' });
    await actor.call('sql_execute', { sql: 'UPDATE stock SET count = 10 WHERE count = 0' });
    actor.answer(/** @type {{ rows: string[][] }} */ (data).rows.flat());
  },
};

const trajectory = await recordTrajectory({ environment, policy: clerk, task, seed: 0 });
for (const step of trajectory.steps) console.log(step.type);
console.log('outcome:', scoreOutcome(trajectory).verdict);

const folder = mkdtempSync(join(tmpdir(), 'runs-'));
const file = join(folder, 'runs.jsonl');
await writeTrajectoryFile(file, [trajectory]);
const { trajectories } = await readTrajectoryFile(file);
rmSync(folder, { recursive: true });

const [read = trajectory] = trajectories;
const verified = await verifyTrajectory(read, environment);
console.log('replayed:', verified.verdict, `(${verified.replayedCalls} calls, ${verified.reason})`);

const edited = await verifyTrajectory({ ...read, finalAnswer: ['pen'] }, environment);
console.log('edited:', edited.verdict, `(${edited.reason})`);

console.log('as training data:', openAIJsonl.encode(trajectories).text.slice(0, 60), '…');
