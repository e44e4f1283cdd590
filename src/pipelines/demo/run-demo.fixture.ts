import { createSandbox, type Sandbox } from '../../sandbox/index.js';
import type { Optimizer } from '../../training/index.js';
import type { DemoResult } from './demo-result.js';
import { runDemo } from './run-demo.js';

/** Whether an engine runs here. */
export const canRun = (engine: 'monty' | 'cpython'): Promise<boolean> =>
  createSandbox({ engine }).then(
    (sandbox) => sandbox.close().then(() => true),
    () => false,
  );

/** Plays a small demo. */
export const playDemo = ({
  seed,
  sandbox,
  optimizer,
  tasksPerSkill,
}: {
  readonly seed: number;
  readonly sandbox: Sandbox;
  readonly optimizer: Optimizer;
  readonly tasksPerSkill: number;
}): Promise<DemoResult> =>
  runDemo({ seed, sandbox, optimizer, size: { tasksPerCategory: 2, tasksPerSkill }, now: () => 0 });

/** An optimizer that always offers the same script, or none. */
export function offering(script: string | null): Optimizer {
  const nothing = { passed: 0, total: 0, rate: null };
  return {
    name: 'fixed',
    optimize: async () => ({
      script,
      solved: false,
      abstained: script === null,
      train: nothing,
      holdout: nothing,
      confidence: null,
      reasons: ['it was told to'],
      advice: [],
      foundBy: null,
      guess: null,
      outcomes: [],
      evaluations: 1,
      seconds: 0,
      stopReason: 'exhausted',
    }),
  };
}
