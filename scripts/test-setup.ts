import fc from 'fast-check';
import { beforeEach } from 'vitest';

/** Property tests draw the same cases on every run; METTLE_TEST_SEED tries others. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.METTLE_TEST_SEED ?? 1) });

/** Reports list why a test skipped itself; vitest's own report in JSON leaves it out. */
beforeEach((context) => {
  const { skip } = context;
  context.skip = ((...given: [unknown, string?]): never => {
    Object.assign(context.task.meta, { skipReason: given.findLast((one) => typeof one === 'string') });
    return skip(...(given as Parameters<typeof skip>));
  }) as typeof skip;
});
