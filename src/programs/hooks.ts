import type { ModuleInputs, ModuleOutputs } from './structure.js';

/** A call of a module that begins. */
export interface CallBegin {
  /** `MODULE#2` inside `PARENT#1/…`; the same in each repetition. */
  readonly callId: string;
  /** Null for the call that started it all. */
  readonly parentCallId: string | null;
  /** Name of the module that is called, as the module that calls it knows it. */
  readonly module: string;
  readonly training: boolean;
  readonly inputs: ModuleInputs;
}

/** A call of a module that ended. */
export interface CallEnd extends CallBegin {
  /** Null when the module gave nothing or failed. */
  readonly outputs: ModuleOutputs;
  /** What was thrown; null when it ended well. */
  readonly error: unknown;
}

/** Watches calls. It sees what goes in and out and can't change it; what it throws ends the call. */
export interface Hook {
  onCallBegin?(call: CallBegin): void | Promise<void>;
  onCallEnd?(call: CallEnd): void | Promise<void>;
}
