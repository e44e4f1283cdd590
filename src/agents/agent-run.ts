import { WaitingLine } from '../core/internal.js';
import type { AgentEvent, AgentEventListener } from './agent-event.js';

/**
 * A running call: an async iterable of events, and a promise of the result. The call continues whether or not its
 * events are read; end it with its signal.
 *
 * @example
 * ```ts
 * import { DeepAgent } from 'mettle/agents';
 * import { scriptedModel } from 'mettle/testing';
 *
 * const model = scriptedModel([
 *   { toolCalls: [{ name: 'write_file', input: { path: 'hello.txt', content: 'Hello' } }] },
 *   'Written.',
 * ]);
 * const run = new DeepAgent({ model }).start('Write a greeting.');
 * for await (const event of run) if (event.type === 'tool-call') console.log(event.call.toolName); // → write_file
 * const { answer } = await run.result;
 * console.log(answer); // → Written.
 * ```
 */
export class AgentRun<Result> implements AsyncIterable<AgentEvent> {
  /** Rejects only for wrong arguments; what goes wrong in the call is in the result. */
  readonly result: Promise<Result>;
  readonly #events: AgentEvent[] = [];
  #ended = false;
  readonly #readers = new WaitingLine();

  /** @internal Agents make these. */
  constructor(begin: (emit: AgentEventListener) => Promise<Result>) {
    this.result = begin((event) => {
      this.#events.push(event);
      this.#readers.serveAll();
    }).finally(() => {
      this.#ended = true;
      this.#readers.serveAll();
    });
    this.result.catch(() => undefined);
  }

  /** Every event from the first on, however often it is asked for. Ends with the call, and throws what it rejects with. */
  async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent, void> {
    for (let next = 0; ; ) {
      const event = this.#events[next];
      if (event !== undefined) {
        next += 1;
        yield event;
      } else if (this.#ended) {
        await this.result;
        return;
      } else await this.#readers.wait();
    }
  }
}
