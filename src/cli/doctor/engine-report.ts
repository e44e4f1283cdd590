import type { EngineCapabilities, EngineName } from '../../sandbox/index.js';

/** One engine as it was probed on this machine. */
export interface EngineReport {
  readonly name: EngineName;
  readonly available: boolean;
  readonly why: string;
  readonly isolation: EngineCapabilities['isolation'];
  /** What confines the interpreter, where the engine chooses among several mechanisms; else null. */
  readonly confinement: string | null;
}

/** Probes every engine as the environment sets it up, whatever was found before. The engines are closed again. */
export async function probeEngines(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly EngineReport[]> {
  const { createCpythonEngine, createEngine } = await import('../../sandbox/index.js');
  return Promise.all(
    (['monty', 'cpython', 'docker'] as const).map(async (name) => {
      const engine =
        name === 'cpython'
          ? createCpythonEngine({ environment, selfTest: 'fresh' })
          : createEngine(name, environment);
      const { available, reason, isolation, confinement } = await engine.probe();
      await engine.close();
      return { name, available, why: reason, isolation, confinement: confinement ?? null };
    }),
  );
}
