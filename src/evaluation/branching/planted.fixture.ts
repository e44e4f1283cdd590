import { type Json, RandomStream } from '../../core/index.js';
import type { Actor, Policy } from '../../environments/index.js';
import { createSqlEnvironment, type Environment, recordTrajectory } from '../../environments/index.js';
import type { Task } from '../../records/index.js';

/** A task of the stock world with the policy that solves it. */
export interface PlantedTask {
  readonly task: Task;
  readonly oracle: Policy;
}

const KINDS = ['dear', 'restock', 'largest', 'move', 'close'] as const;

/** A world for tests of blame: a stock of things, and orders for them. */
export function openStock(): Promise<Environment> {
  const random = new RandomStream(0, 'stock');
  const names = [
    'ash',
    'birch',
    'cedar',
    'elm',
    'fir',
    'hazel',
    'larch',
    'maple',
    'oak',
    'pine',
    'rowan',
    'yew',
  ];
  return createSqlEnvironment({
    name: 'stock',
    content: {
      tables: [
        {
          name: 'item',
          columns:
            'id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL, count INTEGER NOT NULL',
          rows: names.map((name, id) => [id + 1, name, random.integer(10, 99), random.integer(1, 40)]),
        },
        {
          name: 'sale',
          columns:
            'id INTEGER PRIMARY KEY, item INTEGER NOT NULL, pieces INTEGER NOT NULL, state TEXT NOT NULL',
          rows: Array.from({ length: 30 }, (_, id) => [
            id + 1,
            random.integer(1, names.length),
            random.integer(1, 9),
            random.pick(['open', 'paid', 'sent']),
          ]),
        },
      ],
    },
  });
}

/** A task of the stock world: what it expects is what its oracle does and answers. */
export async function plantedTask(environment: Environment, index: number): Promise<PlantedTask> {
  const random = new RandomStream(index, 'planted');
  const kind = KINDS[index % KINDS.length] ?? 'dear';
  const play = PLAYS[kind](random);
  const oracle: Policy = { name: 'oracle', version: `${kind}-${index}`, play: (_, actor) => play(actor) };
  const task: Task = {
    id: `${kind}-${index}`,
    category: kind,
    prompt: `${kind} ${index}`,
    expected: { answer: null, stateDigest: null },
    metadata: {},
  };
  const { finalAnswer, finalStateDigest } = await recordTrajectory({
    environment,
    task,
    policy: oracle,
    seed: 0,
  });
  const answer = { value: finalAnswer, comparison: 'exact' } as const;
  return { task: { ...task, expected: { answer, stateDigest: finalStateDigest } }, oracle };
}

type Play = (actor: Actor) => Promise<void>;

async function rows(actor: Actor, sql: string): Promise<readonly Json[][]> {
  const { data } = await actor.call('sql_query', { sql });
  return (data as unknown as { rows: Json[][] }).rows;
}

async function execute(actor: Actor, sql: string): Promise<void> {
  await actor.call('sql_execute', { sql });
}

const scalar = async (actor: Actor, sql: string): Promise<Json> => (await rows(actor, sql))[0]?.[0] as Json;

/** Policies that decide by what they read: a wrong observation leads them wrong. */
const PLAYS: Readonly<Record<(typeof KINDS)[number], (random: RandomStream) => Play>> = {
  dear: (random) => {
    const least = random.integer(20, 80);
    return async (actor) => {
      actor.plan('Find the dear things, then their sales.');
      const found = await rows(actor, `SELECT id FROM item WHERE price >= ${least} ORDER BY id LIMIT 9`);
      const ids = found.map(([id]) => id).join(', ');
      const pieces = await scalar(
        actor,
        `SELECT total(pieces) FROM sale WHERE item IN (${ids}) AND state = 'sent'`,
      );
      const all = await scalar(actor, 'SELECT total(pieces) FROM sale');
      actor.answer([pieces, all]);
    };
  },
  restock: (random) => {
    const least = random.integer(5, 25);
    return async (actor) => {
      const found = await rows(actor, `SELECT id, count FROM item WHERE count < ${least} AND price > 15`);
      actor.think(`${found.length} are short.`);
      for (const [id, count] of found) {
        await execute(actor, `UPDATE item SET count = ${Number(count) + least} WHERE id = ${id}`);
      }
      actor.answer(await scalar(actor, 'SELECT sum(count) FROM item'));
    };
  },
  largest: (random) => {
    const state = random.pick(['open', 'paid', 'sent']);
    return async (actor) => {
      const top = await scalar(
        actor,
        `SELECT item FROM sale WHERE state = '${state}' GROUP BY item ORDER BY sum(pieces) DESC, item LIMIT 1`,
      );
      const name = await scalar(actor, `SELECT name FROM item WHERE id = ${top}`);
      const total = await scalar(
        actor,
        `SELECT sum(pieces) FROM sale WHERE item = ${top} AND state = '${state}'`,
      );
      actor.answer({ name, total });
    };
  },
  move: (random) => {
    const pieces = random.integer(1, 5);
    const to = random.integer(1, 6);
    return async (actor) => {
      const from = await scalar(
        actor,
        `SELECT id FROM item WHERE id <> ${to} ORDER BY count DESC, id LIMIT 1`,
      );
      await execute(actor, `UPDATE item SET count = count - ${pieces} WHERE id = ${from}`);
      await execute(actor, `UPDATE item SET count = count + ${pieces} WHERE id = ${to}`);
      const counts = await rows(actor, `SELECT count FROM item WHERE id IN (${from}, ${to}) ORDER BY id`);
      actor.answer(counts.map(([count]) => count as Json));
    };
  },
  close: (random) => {
    const least = random.integer(2, 6);
    return async (actor) => {
      const before = await scalar(actor, "SELECT count(*) FROM sale WHERE state = 'open'");
      await execute(actor, `UPDATE sale SET state = 'paid' WHERE state = 'open' AND pieces >= ${least}`);
      await execute(actor, `INSERT INTO sale (item, pieces, state) VALUES (${least}, 1, 'open')`);
      const after = await scalar(actor, "SELECT count(*) FROM sale WHERE state = 'open'");
      actor.answer(Number(before) - Number(after));
    };
  },
};
