import { defineEnvironment, type Environment } from '../../environments/index.js';

/** A world in which there is nothing to do but to answer. */
export function createAnswerWorld(): Environment {
  const body = {
    run: async () => {
      throw new Error('There are no tools.');
    },
    state: () => new Map(),
    fork: async () => body,
    close: async () => undefined,
  };
  return defineEnvironment({ name: 'answer', version: 1, tools: [], identity: {}, begin: async () => body });
}
