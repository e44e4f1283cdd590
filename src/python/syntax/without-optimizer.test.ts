import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const BUILT = new URL('../../../dist/python/index.js', import.meta.url).href;
/** A function of another module that adds 1, called until V8 optimizes it. */
const SCRIPT = `
  const { checkSyntax } = await import(${JSON.stringify(BUILT)});
  for (let i = 0; i < 300; i++) checkSyntax(\`def f\${i}(x):\\n    return [y for y in range(x) if y > \${i}]\\n\`);
  const wasm = Buffer.from('AGFzbQEAAAABBgFgAX8BfwMCAQAHCAEEdGVzdAAACgkBBwAgAEEBags=', 'base64');
  const { test } = new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports;
  let sum = 0;
  while (sum < 50_000_000) sum = test(sum);
`;

interface Compiled {
  /** Functions that each compiler has compiled. */
  readonly TurboFan: number;
  readonly Liftoff: number;
}

function compiledWith(...flags: readonly string[]): Compiled {
  const { stdout } = spawnSync(
    process.execPath,
    ['--trace-wasm-compilation-times', ...flags, '--input-type=module', '-e', SCRIPT],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' }, maxBuffer: 2 ** 26 },
  );
  const count = (compiler: string): number => stdout.split(`using ${compiler}`).length - 1;
  return { TurboFan: count('TurboFan'), Liftoff: count('Liftoff') };
}

describe("ruff and V8's optimizing compiler", () => {
  it('are kept apart, and other modules are optimized as always', () => {
    const compiled = compiledWith();
    expect(compiled.Liftoff).toBeGreaterThan(100);
    expect(compiled.TurboFan).toBe(1);
  });

  it('leave alone what the caller has chosen', () => {
    const compiled = compiledWith('--no-wasm-dynamic-tiering', '--no-wasm-tier-up');
    expect(compiled.Liftoff).toBeGreaterThan(100);
    expect(compiled.TurboFan).toBe(0);
  });
});
