import { MettleError } from '../../core/index.js';

/** An option, a setting or a sample that can't be used: `training/invalid_WHAT`. */
export function invalid(
  what: 'option' | 'setting' | 'sample' | 'data' | 'budget',
  message: string,
  details?: Readonly<Record<string, unknown>>,
): MettleError {
  return new MettleError({ code: `training/invalid_${what}`, message, ...(details && { details }) });
}

/** Refuses what is not a whole number from `least` on. */
export function checkWhole(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw invalid('option', `${name} is a whole number from ${least} on; got ${String(value)}.`);
}
