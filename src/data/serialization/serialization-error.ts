import { MettleError } from '../../core/index.js';

/** An error of saving and loading, `data/WHAT`. */
export function serializationError(
  what:
    | 'invalid_config'
    | 'invalid_data'
    | 'invalid_name'
    | 'not_registered'
    | 'not_restored'
    | 'unknown_name'
    | 'wrong_kind',
  message: string,
  extra: { readonly cause?: unknown; readonly details?: Readonly<Record<string, unknown>> } = {},
): MettleError {
  return new MettleError({ code: `data/${what}`, message, ...extra });
}
