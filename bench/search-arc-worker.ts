/** A thread of the suite `search-arc`: searches scripts for the tasks that it is sent, one after another. */
import { parentPort } from 'node:worker_threads';
import { createSandbox } from 'mettle/sandbox';
import { type ArcSearch, searchArc } from './search-arc-tasks.js';

/** What a thread answers for a task; null once it is ready for the first. */
export type ArcAnswer = ArcSearch | null;

if (parentPort !== null) {
  const port = parentPort;
  const sandbox = await createSandbox({ engine: 'monty' });
  port.on('message', (file: string | null) => {
    if (file === null) void sandbox.close().then(() => port.close());
    else void searchArc(file, sandbox, {}).then((answer) => port.postMessage(answer satisfies ArcAnswer));
  });
  port.postMessage(null satisfies ArcAnswer);
}
