import type { Verifier } from './verifier.js';

/** Whether a record is consistent: its id, the links of its calls, its answer and why it ended. */
export const recordVerifier: Verifier = {
  name: 'record',
  required: true,
  check(_, context) {
    const mismatches = context.contradictions();
    return mismatches.length === 0
      ? { verdict: 'pass', detail: 'the record agrees with itself' }
      : { verdict: 'fail', detail: 'the record contradicts itself', mismatches };
  },
};

/** Whether a fresh world gives every observation, state and change of the record again. */
export const replayVerifier: Verifier = {
  name: 'replay',
  required: true,
  async check(_, context) {
    const { verdict, reason, mismatches } = await context.replay();
    return { verdict, detail: reason, mismatches };
  },
};
