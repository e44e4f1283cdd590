import { MettleError } from '../../core/index.js';

/** An error of the data models, `data_model/WHAT`. */
export function dataModelError(
  what:
    | 'invalid_mask'
    | 'invalid_name'
    | 'invalid_value'
    | 'missing_operand'
    | 'not_an_object'
    | 'unsupported_schema',
  message: string,
  details?: Readonly<Record<string, unknown>>,
): MettleError {
  return new MettleError({
    code: `data_model/${what}`,
    message,
    ...(details === undefined ? {} : { details }),
  });
}
