import type { GeneratePolicy } from '../strategy.js';

/** One call of the model, one reply. */
export const askOnce: GeneratePolicy = (messages, ask) => ask(messages);
