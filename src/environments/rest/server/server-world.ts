import { type Json, type JsonObject, sha256 } from '../../../core/index.js';
import { failedObservation, type Observation } from '../../../records/index.js';
import { environmentError } from '../../error-codes.js';
import type { CheckedCall, WorldBody } from '../../world-body.js';
import type { WorldState } from '../../world-state.js';
import { restObservation } from '../rest-observation.js';
import type { RestOperation } from '../rest-operation.js';
import { buildRequest, type RestRequest } from '../rest-request.js';
import { ExchangeFailure } from './http-exchange.js';
import { factsOf, type ReadStateCall } from './read-facts.js';
import { BadAnswer, type ClientAnswer, type RestClient } from './rest-client.js';

/** What a {@link ServerWorld} is made from. */
export interface ServerWorldOptions {
  readonly client: RestClient;
  /** All operations of the document by name. */
  readonly operations: ReadonlyMap<string, RestOperation>;
  /** Adds what every request has: the user's headers and query parameters. */
  readonly complete: (request: RestRequest) => RestRequest;
  readonly readState: Readonly<Record<string, ReadStateCall>> | undefined;
  /** Throws where the server was handed to another world. */
  readonly checkOwned: () => void;
  readonly close: () => Promise<void>;
}

/** Methods that change nothing on a server that keeps to HTTP (RFC 9110, 9.2.1). */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/** A world on a server that runs on its own. Its facts are those that the user's GETs read, else the chain of calls. */
export class ServerWorld implements WorldBody {
  readonly #options: ServerWorldOptions;
  #facts: WorldState = new Map();
  #calls = 0;

  constructor(options: ServerWorldOptions) {
    this.#options = options;
  }

  async run({ tool, arguments: argumentValues, signal }: CheckedCall): Promise<Observation> {
    const operation = this.#operation(tool);
    const observation = await this.#send(operation, argumentValues, signal);
    const mayChange =
      !SAFE_METHODS.includes(operation.method) && observation.error?.type !== 'invalid_arguments';
    if (mayChange && this.#options.readState === undefined) this.#chain(tool, argumentValues, observation);
    return observation;
  }

  /** Makes a call that is no tool call: one that resets the server. */
  async prepare(tool: string, argumentValues: JsonObject, signal: AbortSignal | undefined): Promise<void> {
    const { error } = await this.#send(this.#operation(tool), argumentValues, signal);
    if (error === null) return;
    throw environmentError('world_broken', `The server could not be reset by ${tool}: ${error.message}.`);
  }

  async state(): Promise<WorldState> {
    const { readState } = this.#options;
    if (readState === undefined) return this.#facts;
    const facts = new Map<string, Json>();
    for (const [name, read] of Object.entries(readState)) {
      const { data, error } = await this.#send(this.#operation(read.tool), read.arguments ?? {}, undefined);
      if (error !== null) throw new Error(`readState.${name}: ${error.message}`);
      const { body } = data as { readonly body: Json };
      for (const [fact, value] of factsOf(name, read, body)) facts.set(fact, value);
    }
    return facts;
  }

  close(): Promise<void> {
    return this.#options.close();
  }

  async #send(
    operation: RestOperation,
    argumentValues: JsonObject,
    signal: AbortSignal | undefined,
  ): Promise<Observation> {
    const { client, complete, checkOwned } = this.#options;
    checkOwned();
    const built = buildRequest(operation, argumentValues);
    if (!built.ok) return failedObservation('invalid_arguments', built.reason);
    let answer: ClientAnswer;
    try {
      answer = await client.send(complete(built.request), signal);
    } catch (error) {
      if (error instanceof BadAnswer) return failedObservation('bad_answer', error.message);
      // A server that can't be reached is not the agent's fault: the world is broken.
      if (!(error instanceof ExchangeFailure) || error.kind === 'network') throw error;
      return failedObservation(error.kind, error.message);
    }
    return restObservation(answer);
  }

  #chain(tool: string, argumentValues: JsonObject, observation: Observation): void {
    const fact = { tool, arguments: argumentValues, answer: sha256(JSON.stringify(observation)) };
    this.#calls++;
    this.#facts = new Map(this.#facts).set(`calls/${this.#calls}`, fact);
  }

  #operation(tool: string): RestOperation {
    const operation = this.#options.operations.get(tool);
    if (operation === undefined) throw new Error(`This world has no operation ${tool}.`);
    return operation;
  }
}
