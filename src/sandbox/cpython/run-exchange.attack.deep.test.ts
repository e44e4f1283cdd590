import { afterEach, describe, expect, it } from 'vitest';
import { frameHead } from './frames.js';
import { ENDED, frame, fromCode, type LyingRun, rawFrame, runWith } from './lying-supervisor.fixture.js';
import { LIMITS } from './test-engine.fixture.js';

const CALL = fromCode('H', ['wait', [], {}]);
const RESULT = fromCode('V', { ok: true, value: 1, error: null, seconds: 0 });
const broken = expect.objectContaining({ kind: 'crash', type: 'ProtocolError' });

const started: LyingRun[] = [];
afterEach(() => Promise.all(started.splice(0).map(({ process }) => process.close())));

async function attack(...given: Parameters<typeof runWith>): Promise<LyingRun> {
  const run = await runWith(...given);
  started.push(run);
  return run;
}

describe('a supervisor that does not keep to the protocol', () => {
  it('is served when it does', async () => {
    const { result, process } = await attack([{ bytes: RESULT }, { bytes: ENDED }]);
    expect(result).toMatchObject({ report: { value: 1 }, stopped: null, end: { reason: 'result' } });
    expect(process.ended).toBeNull();
  });

  it('is ended at the second call while a host function is at work, and the first is the only one', async () => {
    let called = 0;
    const wait = (): Promise<null> => {
      called++;
      return new Promise(() => {});
    };
    const large = fromCode('H', ['wait', [new Uint8Array(2 ** 20)], {}]);
    const { result, process } = await attack([{ bytes: large, times: 40 }], { functions: { wait } });
    expect(result).toMatchObject({ stopped: broken, end: null });
    expect(called).toBeLessThanOrEqual(1);
    expect(process.ended).not.toBeNull();
  });

  it.each([
    ['a question for a file while a host function is at work', [CALL, fromCode('P', 'a')]],
    ['two results', [RESULT, RESULT, ENDED]],
    ['a frame of an unknown kind', [rawFrame('?', Buffer.alloc(10))]],
    ['what only a start has', [frame('r', {})]],
    ['what only a reset has', [frame('z', null)]],
  ])('is ended when it sends %s', async (_name, frames) => {
    const functions = { wait: () => new Promise<null>(() => {}) };
    const { result, process } = await attack(
      frames.map((bytes) => ({ bytes })),
      { functions },
    );
    expect(result.stopped).toEqual(broken);
    expect(process.ended).not.toBeNull();
  });

  it('is ended when it asks for more files than there can be', async () => {
    const limits = { ...LIMITS, maxHostCalls: 100 };
    const { result } = await attack([{ bytes: fromCode('P', 'a'), times: 200 }], { limits });
    expect(result.stopped).toEqual(broken);
  });

  it('is ended when it sends more files than the code may write', async () => {
    const limits = { ...LIMITS, maxFileBytes: 1, timeoutSeconds: 60 };
    const files = frame('w', [['?', new Uint8Array(2 ** 24)]]);
    const { result } = await attack([{ bytes: files, times: 9 }], { limits });
    expect(result.stopped).toEqual(broken);
  });

  it('is ended at the head of a frame that no limit allows, before the rest is there', async () => {
    const { process } = await attack([{ bytes: frameHead('c', 2 ** 30 - 1) }]);
    expect(process.ended).toContain('a frame of 1073741824 bytes');
  });

  it('has no more output decoded than is kept', async () => {
    const seen: string[] = [];
    const flood = rawFrame('o', Buffer.alloc(2 ** 22, 'x'));
    const limits = { ...LIMITS, maxOutputChars: 1000 };
    const { output } = await attack([{ bytes: flood }, { bytes: ENDED }], {
      limits,
      onOutput: ({ text }) => seen.push(text),
    });
    expect(output.text('stdout')).toHaveLength(1000);
    expect(seen.join('')).toHaveLength(1000);
  });

  it('is ended when it goes on after the end, and nobody hears it', async () => {
    const seen: string[] = [];
    const { process } = await attack(
      [{ bytes: RESULT }, { bytes: ENDED }, { bytes: rawFrame('o', Buffer.from('late')) }],
      { onOutput: ({ text }) => seen.push(text) },
    );
    await process.close();
    expect(seen).toEqual([]);
    expect(process.ended).toMatch(/nobody waited for|closed/);
  });

  it('does not get integers through that take long to write out', async () => {
    const long = Buffer.alloc(5 + 2 * 1_000_000, 0x55);
    long.write('l');
    long.writeInt32LE(1_000_000, 1);
    const { result } = await attack([
      { bytes: rawFrame('c', Buffer.concat([Buffer.from('V'), long])) },
      { bytes: ENDED },
    ]);
    expect(result.stopped).toMatchObject({ kind: 'limit', type: 'ValueError' });
  });
});

describe('frames that take turns', () => {
  it('are worked on in the order in which they came, each once', async () => {
    const name = (index: number): string => `f${String(index).padStart(5, '0')}`;
    const many = (first: number): Buffer =>
      frame(
        'w',
        Array.from({ length: 3000 }, (_, index) => [
          'f',
          name(first + index),
          0o644,
          new Uint8Array([index]),
        ]),
      );
    const overwritten = frame('w', [
      ['f', name(0), 0o600, new Uint8Array([7])],
      ['x', name(1)],
    ]);
    const { result, files } = await attack([
      { bytes: RESULT },
      { bytes: many(0) },
      { bytes: many(3000) },
      { bytes: overwritten },
      { bytes: ENDED },
    ]);
    expect(result).toMatchObject({ stopped: null, refusedFiles: [], end: { reason: 'result' } });
    expect(files.list('')).toHaveLength(5999);
    expect([...files.readBytes(name(0))]).toEqual([7]);
  });

  it('leave the event loop its turns', async () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => [index, `row ${index}`]);
    let turns = 0;
    const count = (): void => {
      turns++;
      next = setImmediate(count);
    };
    const report = fromCode('V', { ok: true, value: rows, error: null, seconds: 0 });
    let next = setImmediate(count);
    const { result } = await attack([{ bytes: report }, { bytes: ENDED }]);
    clearImmediate(next);
    expect((result.report as { value: unknown[] }).value).toHaveLength(200_000);
    expect(turns).toBeGreaterThan(3);
  });
});
