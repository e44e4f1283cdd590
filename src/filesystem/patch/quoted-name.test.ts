import { describe, expect, it } from 'vitest';
import { quoteName, unquoteName } from './quoted-name.js';

describe('quoted names', () => {
  it.each(['a b', 'tab\there', 'quote"s', 'back\\slash', 'bell\u0007', 'esc\u001b[1m', 'ü\n😀', '\u007f'])(
    'come back: %j',
    (name) => {
      const quoted = quoteName(name);
      const text = quoted.startsWith('"') ? quoted : `"${quoted}"`;
      expect(unquoteName(`${text} and more`)).toEqual({ name, rest: ' and more' });
    },
  );

  it('are read as git writes them', () => {
    expect(unquoteName('"a\\303\\244b\\tc"')).toEqual({ name: 'aäb\tc', rest: '' });
  });

  it.each(['"open', '"\\x"', '"\\40"', '"\\400"', '"\\377"', '"\\'])('are malformed: %j', (text) => {
    expect(unquoteName(text)).toBeUndefined();
  });
});
