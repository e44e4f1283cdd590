import type { SandboxLimits } from '../contract.js';
import type { Engine, EngineCapabilities, EngineSession, EngineSessionOptions } from '../engine.js';
import { type AutoEngines, AutoSession } from './auto-session.js';

/**
 * Monty first, CPython for what Monty lacks. Where no CPython can be confined it is Monty alone, and where there is
 * no Monty it is CPython alone; what fails for want of the other says what to install. The engines stay the caller's.
 */
export class AutoEngine implements Engine {
  readonly name = 'monty';
  readonly #options: AutoEngines;

  constructor(options: AutoEngines) {
    this.#options = options;
  }

  async probe(): Promise<EngineCapabilities> {
    const [monty, cpython] = await Promise.all([this.#options.monty.probe(), this.#options.cpython.probe()]);
    if (!monty.available)
      return cpython.available ? cpython : { ...monty, reason: `${monty.reason} ${cpython.reason}` };
    if (!cpython.available) return { ...monty, reason: `${monty.reason}; no CPython: ${cpython.reason}` };
    const weaker = (danger: keyof EngineCapabilities['isolation']): string =>
      `Monty: ${monty.isolation[danger]}; CPython: ${cpython.isolation[danger]}`;
    return {
      available: true,
      reason: `${monty.reason}; ${cpython.reason}`,
      suspend: monty.suspend,
      dumpNamespace: monty.dumpNamespace && cpython.dumpNamespace,
      isolation: {
        files: weaker('files'),
        network: weaker('network'),
        processes: weaker('processes'),
        memory: weaker('memory'),
        time: weaker('time'),
      },
      modules: cpython.modules,
      missing: [],
    };
  }

  checkLimits(limits: SandboxLimits): void {
    this.#options.monty.checkLimits?.(limits);
    this.#options.cpython.checkLimits?.(limits);
  }

  async openSession(options: EngineSessionOptions): Promise<EngineSession> {
    const { monty, cpython } = this.#options;
    if (!(await monty.probe()).available) return cpython.openSession(options);
    return new AutoSession(this.#options, options, await monty.openSession(options));
  }

  async close(): Promise<void> {}
}
