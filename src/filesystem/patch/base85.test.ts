import { describe, expect, it } from 'vitest';
import { decodeBase85Line, encodeBase85Lines } from './base85.js';

describe('base 85', () => {
  it('comes back from lines of any length', () => {
    for (let length = 1; length <= 52; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 37) % 256);
      const [line = '', ...more] = encodeBase85Lines(bytes);
      expect(more).toEqual([]);
      expect(decodeBase85Line(line)).toEqual(bytes);
    }
    expect(encodeBase85Lines(new Uint8Array(53))).toHaveLength(2);
  });

  it('says the length of a line by a letter', () => {
    const letterOf = (length: number) => encodeBase85Lines(new Uint8Array(length))[0]?.[0];
    expect([1, 26, 27, 52].map(letterOf)).toEqual(['A', 'Z', 'a', 'z']);
  });

  it.each(['', 'D0000', 'D000000', 'E00000', 'D0000"', '@', '{00000', '[00000', 'D|NsC1', 'D~~~~~'])(
    'refuses %j',
    (line) => expect(decodeBase85Line(line)).toBeUndefined(),
  );

  it('takes the largest group there is', () => {
    expect(decodeBase85Line('D|NsC0')).toEqual(new Uint8Array(4).fill(255));
  });
});
