import { errorMessage, type JsonObject, MettleError } from '../core/index.js';
import type { CallOptions, ToolCallResult, World, WorldSnapshot } from './environment.js';
import { failedObservation, type Observation } from './observation.js';
import { checkToolArguments } from './tool-arguments.js';
import type { EnvironmentDefinition, WorldBody } from './world-body.js';
import { type StateChange, type WorldState, worldStateChanges, worldStateDigest } from './world-state.js';

const DEFAULT_CONTENT_CHARS = 100_000;
const DEFAULT_DATA_CHARS = 4_000_000;

/**
 * A fresh world of a definition.
 * @throws whatever `begin` throws.
 */
export async function openWorld(
  definition: EnvironmentDefinition,
  { seed, signal }: { readonly seed: number; readonly signal?: AbortSignal },
): Promise<World> {
  signal?.throwIfAborted();
  return worldOf(definition, await definition.begin({ seed, signal }));
}

async function worldOf(definition: EnvironmentDefinition, body: WorldBody): Promise<World> {
  try {
    return new DefinedWorld(definition, body, await body.state());
  } catch (error) {
    await body.close();
    throw error;
  }
}

/** The laws that every world keeps, around the body of one. */
class DefinedWorld implements World {
  readonly #definition: EnvironmentDefinition;
  #body: WorldBody;
  #state: WorldState;
  #digest: string | undefined;
  /** Why the body takes no call until it is replaced. */
  #unusable: MettleError | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(definition: EnvironmentDefinition, body: WorldBody, state: WorldState) {
    this.#definition = definition;
    this.#body = body;
    this.#state = state;
  }

  call(tool: string, argumentValues: JsonObject, options: CallOptions = {}): Promise<ToolCallResult> {
    return this.#inTurn(() => this.#call(tool, argumentValues, options.signal));
  }

  state(): WorldState {
    return this.#state;
  }

  stateDigest(): string {
    this.#digest ??= worldStateDigest(this.#state);
    return this.#digest;
  }

  reset(seed: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#replace(await this.#definition.begin({ seed, signal: undefined }));
    });
  }

  fork(): Promise<World> {
    return this.#inTurn(async () => worldOf(this.#definition, await this.#forkBody()));
  }

  snapshot(): Promise<WorldSnapshot> {
    return this.#inTurn(async () => {
      const kept = new Snapshot(this.#definition, await this.#forkBody(), this.stateDigest());
      return kept;
    });
  }

  restore(snapshot: WorldSnapshot): Promise<void> {
    return this.#inTurn(async () => {
      if (!(snapshot instanceof Snapshot)) {
        throw new MettleError({
          code: 'environments/foreign_snapshot',
          message: 'A world is restored from what snapshot() gave.',
        });
      }
      await this.#replace(await snapshot.fork(this.#definition));
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#last.then(() => this.#body.close());
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) {
      return Promise.reject(
        new MettleError({
          code: 'environments/world_closed',
          message: 'This world is closed; open a new one.',
        }),
      );
    }
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #call(
    name: string,
    argumentValues: JsonObject,
    signal: AbortSignal | undefined,
  ): Promise<ToolCallResult> {
    signal?.throwIfAborted();
    this.#checkUsable();
    const began = performance.now();
    const refusal = this.#refuse(name, argumentValues);
    const observation = refusal ?? (await this.#run(name, argumentValues, signal));
    const changes = refusal === null ? await this.#refresh() : [];
    return {
      observation,
      stateDigest: this.stateDigest(),
      changes,
      seconds: (performance.now() - began) / 1000,
    };
  }

  #refuse(name: string, argumentValues: JsonObject): Observation | null {
    const tool = this.#definition.tools.find((known) => known.name === name);
    if (tool === undefined) {
      const names = this.#definition.tools.map((known) => known.name).join(', ');
      return failedObservation('unknown_tool', `there is no tool ${name}; there are: ${names}`);
    }
    const problems = checkToolArguments(tool, argumentValues);
    return problems.length > 0 ? failedObservation('invalid_arguments', problems.join('; ')) : null;
  }

  async #run(
    tool: string,
    argumentValues: JsonObject,
    signal: AbortSignal | undefined,
  ): Promise<Observation> {
    try {
      const observation = await this.#body.run({ tool, arguments: argumentValues, signal });
      return withinLimits(observation, this.#definition);
    } catch (error) {
      if (signal?.aborted === true) {
        this.#unusable = new MettleError({
          code: 'environments/world_interrupted',
          message: `A call of ${tool} was ended half-way. Reset or restore this world, or open a new one.`,
        });
        throw signal.reason;
      }
      this.#unusable = brokenError(error);
      throw this.#unusable;
    }
  }

  async #refresh(): Promise<readonly StateChange[]> {
    const before = this.#state;
    let after: WorldState;
    try {
      after = await this.#body.state();
    } catch (error) {
      this.#unusable = brokenError(error);
      throw this.#unusable;
    }
    if (after === before) return [];
    const changes = worldStateChanges(before, after);
    if (changes.length > 0) {
      this.#state = after;
      this.#digest = undefined;
    }
    return changes;
  }

  async #forkBody(): Promise<WorldBody> {
    this.#checkUsable();
    return forkBody(this.#definition, this.#body);
  }

  async #replace(body: WorldBody): Promise<void> {
    let state: WorldState;
    try {
      state = await body.state();
    } catch (error) {
      await body.close();
      throw error;
    }
    const old = this.#body;
    this.#body = body;
    this.#state = state;
    this.#digest = undefined;
    this.#unusable = undefined;
    await old.close();
  }

  #checkUsable(): void {
    if (this.#unusable !== undefined) throw this.#unusable;
  }
}

/** A body that nobody calls, from which others are forked. */
class Snapshot implements WorldSnapshot {
  readonly stateDigest: string;
  readonly #definition: EnvironmentDefinition;
  readonly #body: WorldBody;
  #last: Promise<unknown> = Promise.resolve();
  #releasing: Promise<void> | undefined;

  constructor(definition: EnvironmentDefinition, body: WorldBody, stateDigest: string) {
    this.#definition = definition;
    this.#body = body;
    this.stateDigest = stateDigest;
  }

  fork(definition: EnvironmentDefinition): Promise<WorldBody> {
    if (this.#releasing !== undefined || definition !== this.#definition) {
      const why = this.#releasing === undefined ? 'is of another environment' : 'was released';
      return Promise.reject(
        new MettleError({ code: 'environments/foreign_snapshot', message: `This snapshot ${why}.` }),
      );
    }
    const forked = this.#last.then(() => forkBody(this.#definition, this.#body));
    this.#last = forked.catch(() => undefined);
    return forked;
  }

  release(): Promise<void> {
    this.#releasing ??= this.#last.then(() => this.#body.close());
    return this.#releasing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }
}

async function forkBody(definition: EnvironmentDefinition, body: WorldBody): Promise<WorldBody> {
  if (definition.cannotFork !== undefined || body.fork === undefined) {
    throw new MettleError({
      code: 'environments/cannot_fork',
      message: `Worlds of ${definition.name} have no branches or snapshots: ${definition.cannotFork ?? 'their body has no fork'}.`,
    });
  }
  return body.fork();
}

function brokenError(error: unknown): MettleError {
  if (MettleError.isInstance(error) && error.code === 'environments/world_broken') return error;
  return new MettleError({
    code: 'environments/world_broken',
    message: `The world failed: ${errorMessage(error)}. Reset or restore it, or open a new one.`,
    cause: error,
  });
}

function withinLimits(observation: Observation, definition: EnvironmentDefinition): Observation {
  const { maxContentChars = DEFAULT_CONTENT_CHARS, maxDataChars = DEFAULT_DATA_CHARS } = definition;
  const { content, data } = observation;
  const size = JSON.stringify(data).length;
  if (size > maxDataChars) {
    return failedObservation(
      'limit',
      `the answer has ${size} characters of data; at most ${maxDataChars} are given`,
    );
  }
  if (content.length <= maxContentChars) return observation;
  const cut = content.length - maxContentChars;
  return { ...observation, content: `${content.slice(0, maxContentChars)}\n… (${cut} characters cut off)` };
}
