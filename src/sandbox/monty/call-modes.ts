import type { HostFunctions } from '../contract.js';

/**
 * Which host functions the code awaits. A host function may be called plainly or under `await`, but the engine must
 * be told which when it asks: the answer is the value itself, or a future.
 */
export class CallModes {
  readonly #awaited: ReadonlySet<string>;

  constructor(code: string, functions: HostFunctions) {
    this.#awaited =
      code.includes('await') || code.includes('asyncio') ? awaitedNames(code, functions) : new Set();
  }

  /** Whether calls of this name are answered with a future. */
  isAwaited(name: string): boolean {
    return this.#awaited.has(name);
  }

  /** The name of the host function behind a name in the code as it was sent. */
  originalName(name: string): string {
    return name;
  }
}

function awaitedNames(code: string, functions: HostFunctions): ReadonlySet<string> {
  const gathers = /\bgather\s*\(/.test(code);
  const names = Object.keys(functions).filter((name) => {
    const directly = new RegExp(`\\bawait\\s+${name}\\s*\\(`).test(code);
    return directly || (gathers && new RegExp(`\\b${name}\\s*\\(`).test(code));
  });
  return new Set(names);
}
