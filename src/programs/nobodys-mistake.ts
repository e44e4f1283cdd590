import { MettleError } from '../core/index.js';

/** Whether an error says nothing of the program: no engine, no key, no network, no budget left. */
export function isNobodysMistake(error: unknown): boolean {
  if (!MettleError.isInstance(error)) return false;
  const { code, details } = error;
  if (code === 'models/refused') return [401, 402, 403].includes(Number(details.status));
  if (['models/invalid_response', 'models/cut_off', 'models/timeout'].includes(code)) return false;
  return /^(models|sandbox|training)\//.test(code);
}
