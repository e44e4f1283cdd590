import { STATUS_CODES } from 'node:http';
import { failedObservation, type Observation } from '../../../records/index.js';
import type { CheckedCall, WorldBody } from '../../world-body.js';
import type { WorldState } from '../../world-state.js';
import { restObservation } from '../rest-observation.js';
import type { RestOperation } from '../rest-operation.js';
import { buildRequest, type RestRequest } from '../rest-request.js';
import type { MockServer } from './mock-server.js';
import type { MockState } from './mock-state.js';

/** What a {@link MockWorld} is made from. */
export interface MockWorldOptions {
  readonly server: MockServer;
  readonly operations: ReadonlyMap<string, RestOperation>;
  /** Adds what every request has: the user's headers, or placeholders for credentials. */
  readonly complete: (request: RestRequest, operation: RestOperation) => RestRequest;
}

/** A mock server of its own, in memory. */
export class MockWorld implements WorldBody {
  readonly #options: MockWorldOptions;
  #state: MockState;

  constructor(options: MockWorldOptions, state: MockState) {
    this.#options = options;
    this.#state = state;
  }

  async run({ tool, arguments: argumentValues }: CheckedCall): Promise<Observation> {
    const { server, operations, complete } = this.#options;
    const operation = operations.get(tool);
    if (operation === undefined) throw new Error(`This world has no operation ${tool}.`);
    const built = buildRequest(operation, argumentValues);
    if (!built.ok) return failedObservation('invalid_arguments', built.reason);
    const { response, state } = server.answer(complete(built.request, operation), this.#state);
    this.#state = state;
    return restObservation({ ...response, statusText: STATUS_CODES[response.status] ?? '' });
  }

  state(): WorldState {
    return this.#state.facts;
  }

  async fork(): Promise<WorldBody> {
    return new MockWorld(this.#options, this.#state);
  }

  async close(): Promise<void> {}
}
