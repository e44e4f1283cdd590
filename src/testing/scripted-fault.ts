import type { MettleError } from '../core/index.js';
import { modelError } from '../models/internal.js';
import type { ScriptedFault, ScriptedFaultKind } from './script-step.js';

const STATUS: Readonly<Partial<Record<ScriptedFaultKind, number>>> = {
  rate_limited: 429,
  server_failed: 500,
  refused: 400,
};

/** The HTTP status of a fault, where it has one. */
export function statusOf(fault: ScriptedFault): number | null {
  return STATUS[fault.fault] ?? null;
}

/** The error that a model of the seam gives for a fault; null for `never`, which gives none. */
export function errorOf(fault: ScriptedFault, model: string): MettleError | null {
  if (fault.fault === 'never') return null;
  const transient = fault.fault !== 'refused' && fault.fault !== 'invalid_response';
  return modelError(fault.fault, `${model}: ${fault.fault.replaceAll('_', ' ')}, as the script has it.`, {
    details: {
      model,
      transient,
      status: statusOf(fault),
      retryAfterSeconds: fault.retryAfterSeconds ?? null,
    },
  });
}
