import type { Json } from 'mettle/core';
import type { Actor } from 'mettle/environments';
import type { Observation } from 'mettle/records';

/** Answers with the one value that a query gives, or with its first column. Gives up when the query fails. */
export async function answerQuery(actor: Actor, sql: string, shape: 'scalar' | 'column'): Promise<void> {
  const observation = await actor.call('sql_query', { sql });
  if (observation.status === 'error') {
    actor.criticise('The query failed; there is nothing to answer with.');
    return;
  }
  const column = firstColumn(observation);
  actor.answer(shape === 'column' ? column : (column[0] ?? null));
}

/** Runs statements in order and answers that it is done. Stops at the first that fails. */
export async function write(actor: Actor, statements: readonly string[]): Promise<void> {
  for (const sql of statements) {
    const observation = await actor.call('sql_execute', { sql });
    if (observation.status === 'error') {
      actor.criticise('The change was refused; the rest is left undone.');
      return;
    }
  }
  actor.answer('done');
}

/** Looks a text up, runs a script's `transform` on it, and answers with what that gives. */
export async function answerByScript(actor: Actor, sql: string, script: string): Promise<void> {
  const [text] = firstColumn(await actor.call('sql_query', { sql }));
  if (typeof text !== 'string') {
    actor.criticise('There is no such text.');
    return;
  }
  const observation = await actor.runCode(`${script.trimEnd()}\n\ntransform(${JSON.stringify(text)})\n`);
  if (observation.status === 'error') {
    actor.criticise('The script failed.');
    return;
  }
  actor.answer(returnedValue(observation));
}

function returnedValue({ data }: Observation): Json {
  return (data as { readonly value: Json }).value;
}

function firstColumn({ status, data }: Observation): readonly Json[] {
  if (status === 'error') return [];
  return (data as { readonly rows: readonly (readonly Json[])[] }).rows.map((row) => row[0] ?? null);
}
