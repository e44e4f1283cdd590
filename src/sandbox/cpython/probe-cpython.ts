import { defineOptions, option } from '../../core/index.js';
import type { SandboxCapabilities } from '../contract.js';
import { createCpythonEngine } from './cpython-engine.js';

/** Whether real CPython can be confined on this machine. */
export interface CpythonProbe {
  readonly available: boolean;
  /** Version and mechanism when available, else what is missing and how to get it. */
  readonly why: string;
  /** How each danger is kept out; null where there is nothing. */
  readonly isolation: SandboxCapabilities['isolation'];
  /** Standard-library modules that import inside. */
  readonly modules: readonly string[];
}

const checkProbeCpythonOptions = defineOptions<{
  /** The environment to read `METTLE_PYTHON` and `PATH` from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}>()('probeCpython', {
  environment: option.required(option.record),
});

/** Starts a confined interpreter, tries every protection from inside, and ends it again. */
export async function probeCpython(options: {
  /** The environment to read `METTLE_PYTHON` and `PATH` from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}): Promise<CpythonProbe> {
  checkProbeCpythonOptions(options);
  const engine = createCpythonEngine({
    environment: options.environment,
    spares: 0,
    selfTest: 'fresh',
  });
  try {
    const { available, reason, isolation, modules } = await engine.probe();
    return { available, why: reason, isolation, modules };
  } finally {
    await engine.close();
  }
}
