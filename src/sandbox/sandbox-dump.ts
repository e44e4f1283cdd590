import { MettleError } from '../core/index.js';
import type { FileTreeSnapshot } from '../filesystem/index.js';
import type { EngineChoice, HistoryEntry, SandboxLimits } from './contract.js';
import { seal, unseal } from './sealed-bytes.js';

/** A whole sandbox as data. Host functions are not in it. */
export interface SandboxDump {
  readonly engine: EngineChoice;
  readonly limits: SandboxLimits;
  readonly environment: Readonly<Record<string, string>>;
  readonly runs: number;
  readonly history: readonly HistoryEntry[];
  readonly files: FileTreeSnapshot;
  /** The run that waits, when this is the dump of one. */
  readonly suspended: {
    readonly code: string;
    readonly file: string | null;
    readonly limits: SandboxLimits;
    readonly suspendOn: readonly string[];
  } | null;
  /** The engine's own bytes: the namespace, or the waiting run. */
  readonly state: Uint8Array;
}

/** Writes a dump as signed bytes. */
export function writeSandboxDump(key: Uint8Array, dump: SandboxDump): Uint8Array {
  const { state, ...header } = dump;
  return seal(key, header, state);
}

/**
 * Reads signed bytes back. Throws `sandbox/invalid_dump` when they are no dump or not signed with this key, and when
 * the dump is of the other kind than `suspended` says.
 */
export function readSandboxDump(key: Uint8Array, bytes: Uint8Array, suspended: boolean): SandboxDump {
  const { header, body } = unseal(key, bytes);
  // The signature says that the header is one that writeSandboxDump made.
  const dump = { ...(header as Omit<SandboxDump, 'state'>), state: body };
  if ((dump.suspended !== null) === suspended) return dump;
  throw new MettleError({
    code: 'sandbox/invalid_dump',
    message: suspended
      ? 'this is the dump of a sandbox, not of a suspended run; pass it to loadSandbox'
      : 'this is the dump of a suspended run; pass it to resumeRun',
  });
}
