import { type EngineName, sharedEngine } from '../sandbox/index.js';

/** The engines that scripts are tested on, with why one is skipped here. */
export const engines: readonly {
  readonly name: EngineName;
  readonly available: boolean;
  readonly skipped: string;
}[] = await Promise.all(
  (['monty', 'cpython'] as const).map(async (name) => {
    const { available, reason } = await sharedEngine(name).probe();
    return { name, available, skipped: available ? '' : reason };
  }),
);
