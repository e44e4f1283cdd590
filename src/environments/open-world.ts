import { type JsonObject, MettleError } from '../core/index.js';
import { errorMessage, OneAtATime } from '../core/internal.js';
import type { StateChange } from '../records/index.js';
import { failedObservation, type Observation } from '../records/index.js';
import { BodySnapshot, forkBody } from './body-snapshot.js';
import type { CallOptions, ToolCallResult, World, WorldSnapshot } from './environment.js';
import { environmentError } from './error-codes.js';
import { withinLimits } from './observation-limits.js';
import { checkToolArguments } from './tool-arguments.js';
import type { EnvironmentDefinition, WorldBody } from './world-body.js';
import { freezeFacts, type WorldState, worldStateChanges, worldStateDigest } from './world-state.js';

/**
 * A fresh world of a definition.
 * @throws whatever `begin` throws; the signal's reason; `environments/invalid_seed`.
 */
export async function openWorld(
  definition: EnvironmentDefinition,
  { seed, signal }: { readonly seed: number; readonly signal?: AbortSignal },
): Promise<World> {
  signal?.throwIfAborted();
  return worldOf(definition, await begin(definition, seed, signal), signal);
}

async function begin(
  definition: EnvironmentDefinition,
  seed: number,
  signal: AbortSignal | undefined,
): Promise<WorldBody> {
  if (!Number.isSafeInteger(seed)) {
    throw environmentError('invalid_seed', `The seed of a world is a whole number; got ${seed}.`);
  }
  return definition.begin({ seed, signal });
}

async function worldOf(
  definition: EnvironmentDefinition,
  body: WorldBody,
  signal?: AbortSignal,
): Promise<World> {
  const state = await firstState(body);
  if (signal?.aborted === true) {
    await closeAfterFailure(body);
    throw signal.reason;
  }
  return new DefinedWorld(definition, body, state);
}

/** The state of a body that no world has yet; a body that can't tell it is closed. */
async function firstState(body: WorldBody): Promise<WorldState> {
  try {
    return freezeFacts(await body.state());
  } catch (error) {
    await closeAfterFailure(body);
    throw error;
  }
}

/** Closes a body of which an error is known that says more than whatever closing it throws. */
async function closeAfterFailure(body: WorldBody): Promise<void> {
  await body.close().catch(() => undefined);
}

/** The laws that every world keeps, around the body of one. */
class DefinedWorld implements World {
  readonly #definition: EnvironmentDefinition;
  #body: WorldBody;
  #state: WorldState;
  #digest: string | undefined;
  /** Why the body takes no call until it is replaced. */
  #unusable: MettleError | undefined;
  readonly #calls = new OneAtATime();
  #closing: Promise<void> | undefined;
  /** What went wrong as bodies were closed that others had replaced; `close` tells it. */
  readonly #closeErrors: unknown[] = [];

  constructor(definition: EnvironmentDefinition, body: WorldBody, state: WorldState) {
    this.#definition = definition;
    this.#body = body;
    this.#state = state;
  }

  call(
    tool: string,
    argumentValues: JsonObject | string,
    options: CallOptions = {},
  ): Promise<ToolCallResult> {
    const { signal } = options;
    // Copied now, so that nobody changes them while this waits for its turn, or later in what a world keeps of them.
    const given = copyOf(argumentValues);
    return this.#inTurn(() => this.#call(tool, given, signal), signal);
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
      await this.#replace(await begin(this.#definition, seed, undefined));
    });
  }

  fork(): Promise<World> {
    return this.#inTurn(async () => worldOf(this.#definition, await this.#forkBody()));
  }

  snapshot(): Promise<WorldSnapshot> {
    return this.#inTurn(async () => {
      const kept = new BodySnapshot(this.#definition, await this.#forkBody(), this.stateDigest());
      return kept;
    });
  }

  restore(snapshot: WorldSnapshot): Promise<void> {
    if (this.#closing !== undefined) return Promise.reject(closedError());
    if (!(snapshot instanceof BodySnapshot)) {
      return Promise.reject(
        environmentError('foreign_snapshot', 'A world can only be restored from the result of snapshot().'),
      );
    }
    // Copied now, so that the snapshot can be released while this waits for its turn.
    const body = snapshot.fork(this.#definition);
    body.catch(() => undefined);
    return this.#inTurn(async () => this.#replace(await body));
  }

  close(): Promise<void> {
    const closing = this.#closing ?? this.#calls.run(() => this.#closeBody());
    this.#closing = closing;
    return closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #closeBody(): Promise<void> {
    await this.#body.close().catch((error: unknown) => this.#closeErrors.push(error));
    const [first] = this.#closeErrors;
    if (this.#closeErrors.length === 0) return;
    throw environmentError(
      'close_failed',
      `A world of ${this.#definition.name} did not release all its resources: ${errorMessage(first)}.`,
      { cause: first },
    );
  }

  #inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#closing !== undefined) return Promise.reject(closedError());
    return this.#calls.run(work, signal);
  }

  async #call(
    name: string,
    argumentValues: JsonObject | string,
    signal: AbortSignal | undefined,
  ): Promise<ToolCallResult> {
    signal?.throwIfAborted();
    this.#checkUsable();
    const began = performance.now();
    const checked = this.#check(name, argumentValues);
    const observation = checked.refusal ?? (await this.#run(name, checked.arguments, signal));
    const changes = checked.refusal === null ? await this.#refresh() : [];
    return {
      observation,
      stateDigest: this.stateDigest(),
      changes,
      seconds: (performance.now() - began) / 1000,
    };
  }

  #check(name: string, argumentValues: JsonObject | string): CheckedCall {
    const tool = this.#definition.tools.find((known) => known.name === name);
    if (tool === undefined) {
      return refused(
        unknownTool(
          name,
          this.#definition.tools.map((known) => known.name),
        ),
      );
    }
    if (typeof argumentValues === 'string') return refused(noArguments(name));
    const problems = checkToolArguments(tool, argumentValues);
    return problems.length > 0
      ? refused(failedObservation('invalid_arguments', problems.join('; ')))
      : { refusal: null, arguments: argumentValues };
  }

  async #run(
    tool: string,
    argumentValues: JsonObject,
    signal: AbortSignal | undefined,
  ): Promise<Observation> {
    try {
      const observation = await this.#body.run({ tool, arguments: argumentValues, signal });
      signal?.throwIfAborted();
      return withinLimits(observation, this.#definition);
    } catch (error) {
      if (signal?.aborted === true) {
        this.#unusable = environmentError(
          'world_interrupted',
          `A call of ${tool} was interrupted half-way. Reset or restore this world, or open a new one.`,
        );
        throw signal.reason;
      }
      this.#unusable = brokenError(error);
      throw this.#unusable;
    }
  }

  async #refresh(): Promise<readonly StateChange[]> {
    const before = this.#state;
    try {
      const after = await this.#body.state();
      if (after === before) return [];
      const changes = worldStateChanges(before, after);
      if (changes.length > 0) {
        // A fact that is no JSON is found here, before it becomes a part of the world.
        this.#digest = worldStateDigest(after);
        this.#state = after;
      }
      return changes;
    } catch (error) {
      this.#unusable = brokenError(error);
      throw this.#unusable;
    }
  }

  async #forkBody(): Promise<WorldBody> {
    this.#checkUsable();
    return forkBody(this.#definition, this.#body);
  }

  async #replace(body: WorldBody): Promise<void> {
    const state = await firstState(body);
    const old = this.#body;
    this.#body = body;
    this.#state = state;
    this.#digest = undefined;
    this.#unusable = undefined;
    await old.close().catch((error: unknown) => this.#closeErrors.push(error));
  }

  #checkUsable(): void {
    if (this.#unusable !== undefined) throw this.#unusable;
  }
}

/** A call that may be made, or why the world refuses it. */
type CheckedCall =
  | { readonly refusal: Observation }
  | { readonly refusal: null; readonly arguments: JsonObject };

function refused(refusal: Observation): CheckedCall {
  return { refusal };
}

/** What a call of a tool that there is not is answered with. */
export function unknownTool(name: string, names: readonly string[]): Observation {
  return failedObservation('unknown_tool', `there is no tool ${name}; there are: ${names.join(', ')}`);
}

/** The same words whatever was written, so that a replay on another runtime gives them too. */
function noArguments(name: string): Observation {
  return failedObservation(
    'no_json',
    `the arguments of ${name} are not a JSON object, so nothing was done; call it again with one`,
  );
}

/** A copy; what can't be copied is no JSON, and itself. */
function copyOf<T extends JsonObject | string>(values: T): T {
  try {
    return structuredClone(values);
  } catch {
    return values;
  }
}

function closedError(): MettleError {
  return environmentError('world_closed', 'This world is closed; open a new one.');
}

function brokenError(error: unknown): MettleError {
  if (MettleError.isInstance(error) && error.code === 'environments/world_broken') return error;
  return environmentError(
    'world_broken',
    `The world failed: ${errorMessage(error)}. Reset or restore it, or open a new one.`,
    { cause: error },
  );
}
