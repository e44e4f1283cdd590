import { describe, expect, it } from 'vitest';
import { validatingLazily, withoutOptimizer } from './webassembly-flags.js';

/** The types of `WebAssembly` are among the browser's. */
const { Module } = (globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => object } })
  .WebAssembly;

let round = 0;

/** A module with `(func i32.add)`, which adds what isn't there. Each is another one, for V8 remembers modules. */
function invalidModule(): object {
  const sections = [
    [1, 4, 1, 0x60, 0, 0],
    [3, 2, 1, 0],
    [10, 5, 1, 3, 0, 0x6a, 0x0b],
    [0, 2, 1, round++],
  ];
  return new Module(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections.flat()]));
}

describe('validatingLazily', () => {
  it('loads a module without reading functions that are not called', () => {
    expect(validatingLazily(invalidModule)).toBeInstanceOf(Module);
  });

  it.each([validatingLazily, withoutOptimizer])(
    'leaves what is loaded afterwards as it would be: %o',
    (during) => {
      during(() => 1);
      expect(invalidModule).toThrow('Compiling function #0 failed');
      expect(() =>
        during(() => {
          throw new RangeError('no');
        }),
      ).toThrow(RangeError);
      expect(invalidModule).toThrow('Compiling function #0 failed');
    },
  );
});
