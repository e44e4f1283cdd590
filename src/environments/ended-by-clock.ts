import type { Observation } from '../records/index.js';

/** How limits of seconds are worded by Python engines and by PostgreSQL. Those of steps and sizes don't depend on the machine. */
const OUT_OF_TIME =
  /^(?:the code ran longer than its limit|the run, host functions included, took longer than its deadline|the statement takes more than) .*\bs(?:econds)?$/;

/**
 * Whether a call was ended by the clock: the tool needed more seconds than its limit. A slower or busier machine answers so
 * where another does not, which says nothing about who made the call. Code can word an exception of its own like this; so
 * nothing good may follow from it.
 */
export function endedByClock({ error }: Pick<Observation, 'error'>): boolean {
  return error?.type === 'timeout' || OUT_OF_TIME.test(error?.message ?? '');
}
