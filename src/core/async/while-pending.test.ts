import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { runAlone } from '../../testing/run-alone.fixture.js';
import { unreferenced, whilePending } from './while-pending.js';

const source = fileURLToPath(new URL('../../', import.meta.url));
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.(?:test|fixture))\.ts$/.test(name))
  .map((name) => [name, readFileSync(join(source, name), 'utf8')] as const);

describe('whilePending', () => {
  it('returns the promise itself, resolved or rejected', async () => {
    const good = Promise.resolve(1);
    const bad = Promise.reject(new Error('no'));
    expect(whilePending(good)).toBe(good);
    expect(await good).toBe(1);
    expect(whilePending(bad)).toBe(bad);
    await expect(bad).rejects.toThrow('no');
  });

  describe('alone in its process', async () => {
    // No export of the package has it, and Node 20 runs no TypeScript.
    const build = await rolldown({ input: join(source, 'core/async/while-pending.ts'), platform: 'node' });
    const { code } = (await build.generate({ format: 'esm' })).output[0];
    await build.close();
    const begin = `
const { unreferenced, whilePending } = await import(${JSON.stringify(`data:text/javascript,${encodeURIComponent(code)}`)});
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
`;

    it('keeps the process alive until the last of several promises settles', async () => {
      const program = `${begin}
const waits = [whilePending(wait(10)), whilePending(wait(40)), whilePending(wait(20).then(() => { throw 1; }))];
console.log((await Promise.allSettled(waits)).map(({ status }) => status).join());
await whilePending(wait(10));
console.log('again');`;
      const printed = ['fulfilled,fulfilled,rejected', 'again'];
      expect(await runAlone(program)).toMatchObject({ status: 0, printed });
    });

    it('lets the process end once nothing is pending', async () => {
      const program = `${begin}
await whilePending(wait(10));
wait(1e9).then(() => console.log('never'));
console.log('done');`;
      expect(await runAlone(program)).toMatchObject({ status: 0, printed: ['done'] });
    });

    it('lets the process end while unreferenced handles exist', async () => {
      const program = `${begin}
const { spawn } = await import('node:child_process');
const { Worker } = await import('node:worker_threads');
const child = spawn('cat', { stdio: 'pipe' });
unreferenced(child, child.stdin, child.stdout, child.stderr, null, undefined);
unreferenced(new Worker('setInterval(() => {}, 1000)', { eval: true }));
console.log('done');`;
      expect(await runAlone(program)).toMatchObject({ status: 0, printed: ['done'] });
    });
  });

  it('takes handles that can not be unreferenced', () => {
    expect(() => unreferenced({}, null, undefined)).not.toThrow();
  });
});

describe('unreferenced handles in the source', () => {
  it('are let go of by unreferenced(), apart from timers that nothing waits for', () => {
    const others = sources.filter(([name, text]) => {
      const loose =
        text.replace(/set(?:Timeout|Interval)\([^\n]*\)\.unref\(\)/g, '').match(/\.(?:un)?ref\??\.?\(\)/g) ??
        [];
      return loose.length > 0 && name !== join('core', 'async', 'while-pending.ts');
    });
    expect(others.map(([name]) => name)).toEqual([]);
  });

  it('stand in files that wait for them with whilePending()', () => {
    const bare = sources.filter(
      ([, text]) => text.includes('unreferenced(') && !text.includes('whilePending('),
    );
    expect(bare.map(([name]) => name)).toEqual([]);
  });

  it('stand in files that wait with orAborted(), fetch() or a request where the handle is a timer of AbortSignal.timeout', () => {
    const bare = sources.filter(
      ([, text]) => text.includes('AbortSignal.timeout(') && !/(?:orAborted|fetch|sendRequest)\(/.test(text),
    );
    expect(bare.map(([name]) => name)).toEqual([]);
  });
});
