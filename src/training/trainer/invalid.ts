import { MettleError } from '../../core/index.js';

/** An option or a setting that can't be used, `core/invalid_option`, or samples: `training/invalid_WHAT`. */
export function invalid(
  what: 'option' | 'setting' | 'sample' | 'data' | 'budget',
  message: string,
  details?: Readonly<Record<string, unknown>>,
): MettleError {
  const isOption = what === 'option' || what === 'setting';
  const code = isOption ? 'core/invalid_option' : `training/invalid_${what}`;
  return new MettleError({ code, message, ...(details && { details }) });
}
