import { errorMessage, OneAtATime } from '../core/internal.js';
import type { WorldSnapshot } from './environment.js';
import { environmentError } from './error-codes.js';
import type { EnvironmentDefinition, WorldBody } from './world-body.js';

/** A body that nobody calls, from which others are forked. */
export class BodySnapshot implements WorldSnapshot {
  readonly stateDigest: string;
  readonly #definition: EnvironmentDefinition;
  readonly #body: WorldBody;
  readonly #forks = new OneAtATime();
  #releasing: Promise<void> | undefined;

  constructor(definition: EnvironmentDefinition, body: WorldBody, stateDigest: string) {
    this.#definition = definition;
    this.#body = body;
    this.stateDigest = stateDigest;
  }

  fork(definition: EnvironmentDefinition): Promise<WorldBody> {
    if (this.#releasing !== undefined || definition !== this.#definition) {
      const why = this.#releasing === undefined ? 'is of another environment' : 'was released';
      return Promise.reject(environmentError('foreign_snapshot', `This snapshot ${why}.`));
    }
    return this.#forks.run(() => forkBody(this.#definition, this.#body));
  }

  release(): Promise<void> {
    const releasing = this.#releasing ?? this.#forks.run(() => this.#body.close());
    this.#releasing = releasing;
    return releasing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }
}

/**
 * A second body that begins as this one is.
 * @throws {MettleError} `environments/cannot_fork`, or `environments/fork_failed` where it went wrong.
 */
export async function forkBody(definition: EnvironmentDefinition, body: WorldBody): Promise<WorldBody> {
  if (definition.cannotFork !== undefined || body.fork === undefined) {
    throw environmentError(
      'cannot_fork',
      `Worlds of ${definition.name} have no branches or snapshots: ${definition.cannotFork ?? 'their body has no fork'}.`,
    );
  }
  try {
    return await body.fork();
  } catch (error) {
    throw environmentError(
      'fork_failed',
      `A world of ${definition.name} could not be copied: ${errorMessage(error)}.`,
      { cause: error },
    );
  }
}
