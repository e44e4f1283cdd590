import { describe, expect, it } from 'vitest';
import { awaitedCalls } from './awaited-calls.js';

/** The code with a `^` before each call whose result is awaited. */
function marked(code: string): string {
  const bytes = Buffer.from(code);
  let text = '';
  let end = 0;
  for (const place of awaitedCalls(code)) {
    text += `${bytes.toString('utf8', end, place)}^`;
    end = place;
  }
  return text + bytes.toString('utf8', end);
}

describe('awaitedCalls', () => {
  it.each([
    ['await f(1)', 'await ^f(1)'],
    ['x = f(1)\nawait g()', 'x = f(1)\nawait ^g()'],
    ['x = f(1)\nawait x', 'x = ^f(1)\nawait x'],
    ['é = f(1)\nawait é', 'é = ^f(1)\nawait é'],
    ['"ä😀"; x = f(1)\nawait x', '"ä😀"; x = ^f(1)\nawait x'],
    ['await asyncio.gather(f(1), g(2))', 'await asyncio.gather(^f(1), ^g(2))'],
    ['await gather(*[f(i) for i in r])', 'await ^gather(*[^f(i) for i in r])'],
    ['t = [f(i) for i in r]\nawait gather(*t)', 't = [^f(i) for i in r]\nawait ^gather(*t)'],
    ['t.append(f(1))\nawait gather(*t)', 't.append(^f(1))\nawait ^gather(*t)'],
    ['a = f(1)\nb = g(2)\nawait gather(a, b)', 'a = ^f(1)\nb = ^g(2)\nawait ^gather(a, b)'],
    ['asyncio.run(f(1))', 'asyncio.run(^f(1))'],
    ['t = [f(i) for i in r]\nawait h()', 't = [f(i) for i in r]\nawait ^h()'],
    ['rows[f(1)]\nawait gather()', 'rows[f(1)]\nawait ^gather()'],
    ['x.f(1)\nawait gather(x.f(2))', 'x.f(1)\nawait ^gather(x.f(2))'],
    ['"gather(f(1))"\nawait f(1)', '"gather(f(1))"\nawait ^f(1)'],
    ['f(1)', 'f(1)'],
  ])('%j', (code, expected) => {
    expect(marked(code)).toBe(expected);
  });

  it('takes time that grows with the code', () => {
    const code = `${'x = f(gather('.repeat(18_000)}\nawait x`;
    expect(awaitedCalls(code)).toHaveLength(18_000);
  });
});
