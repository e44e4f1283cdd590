import { expect, it } from 'vitest';
import { SessionPaths } from './session-paths.js';

const paths = new SessionPaths('/home/me/shop');

it('names the folders of a session by where they lie inside, and back', () => {
  const line =
    'cd /home/me/shop/src && cat /tmp/a "/home/me/x" ./tmp/b /home/me/shop2 x/home/me/shop --in=/home/me/shop';
  const inside = paths.inside(line, '/workspace');
  expect(inside).toBe(
    'cd /workspace/home/me/shop/src && cat /workspace/tmp/a "/workspace/home/me/x" ./tmp/b /workspace/home/me/shop2 x/home/me/shop --in=/workspace/home/me/shop',
  );
  expect(paths.outside(inside, '/workspace')).toBe(line);
});

it.each([
  ['a.py', 'home/me/shop/a.py'],
  ['/home/me/shop', 'home/me/shop'],
  ['./x/../y', 'home/me/shop/y'],
  ['/tmp/x', 'tmp/x'],
  ['~/shop/a', 'home/me/shop/a'],
  ['../you/a', null],
  ['/home/me/shopping/a', null],
  ['/etc/passwd', null],
  ['/tmp/../etc/passwd', null],
  ['a\0b', null],
])('finds %s, or refuses it', (path, key) => {
  expect(paths.keyOf(path)).toBe(key);
});
