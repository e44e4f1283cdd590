import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.entries<{ readonly default?: string }>(exports).flatMap(([name, target]) =>
  target.default === undefined ? [] : [[name, target.default] as const],
);

/** Imports a file in a process of its own, and says what that did beside giving its exports. */
const PROBE = `
// From Node 22 on, these modules of Node's do something themselves: one opens stderr, one loads fetch.
import 'node:assert';
import 'node:http';
const turn = setImmediate;
const effects = [];
const note = (what) => effects.push(what + ' ' + (new Error().stack.split('\\n').slice(2).find((line) => !line.includes('evalmachine') && !line.includes('node:')) ?? '').trim());
const trap = (object, name, method) => {
  const real = object[method];
  object[method] = function (...given) {
    note(name + '.' + method + '(' + String(given[0]).slice(0, 40) + ')');
    return Reflect.apply(real, this, given);
  };
};
for (const method of ['on', 'once', 'addListener', 'prependListener', 'emitWarning', 'chdir', 'umask', 'exit'])
  trap(process, 'process', method);
for (const method of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch'])
  trap(globalThis, 'globalThis', method);
for (const method of ['log', 'error', 'warn', 'info']) trap(console, 'console', method);
const env = process.env;
const patched = [Object, Array, Map, Set, Promise, String, Number, RegExp, Error, Date, Function, Symbol, URL, Uint8Array];
const shape = () =>
  JSON.stringify([
    Reflect.ownKeys(globalThis).map(String).sort(),
    patched.map((one) => [one, one.prototype].map((at) => Reflect.ownKeys(at).map(String).sort())),
    process.eventNames().map((name) => String(name) + process.listenerCount(name)),
    [process.cwd(), process.exitCode, Error.stackTraceLimit],
  ]);
const before = shape();
const handles = process.getActiveResourcesInfo().sort().join();
const read = [];
// Node reads some variables itself while it loads modules.
const readBy = (name) => {
  const caller = new Error().stack.split('\\n')[3] ?? '';
  if (!caller.includes('node:')) read.push(String(name) + ' ' + caller.trim());
};
process.env = new Proxy(env, {
  get: (target, name) => (readBy(name), target[name]),
  has: (target, name) => (readBy(name), name in target),
  set: (target, name, value) => (note('process.env.' + String(name) + ' ='), (target[name] = value), true),
});
const module = await import(process.argv[1]);
process.env = env;
if (shape() !== before) effects.push('what is global is not as before');
// The loader closes the files that it read.
for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => turn(resolve));
const after = process.getActiveResourcesInfo().sort().join();
if (after !== handles) effects.push('handles: ' + handles + ' -> ' + after);
// An import that left a timer would keep the process running.
process.stdout.write(JSON.stringify({ exports: Object.keys(module).length, effects, read }), () => process.exit());
`;

async function probe(file: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    PROBE,
    file.startsWith('data:') ? file : join(root, file),
  ]);
  return JSON.parse(stdout);
}

it('sees what an import does', async () => {
  const told = await probe(
    `data:text/javascript,${encodeURIComponent(
      "process.on('x', () => {}); globalThis.zap = process.env.SOME; setTimeout(() => {}, 1e9); export const a = 1;",
    )}`,
  );
  expect(told.read).toMatchObject([expect.stringMatching(/^SOME /)]);
  expect(told.effects.join()).toMatch(/process\.on\(x\).*setTimeout.*global.*handles: .*Timeout/);
});

describe('an import changes nothing beside what it gives', () => {
  it.concurrent.each(entries)('%s', async (_, file) => {
    const { exports: count, effects, read } = await probe(file);
    expect(count).toBeGreaterThan(0);
    expect(effects).toEqual([]);
    expect(read).toEqual([]);
  });
});
