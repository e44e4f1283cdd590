import { describe, expect, it } from 'vitest';
import { compiledProgram } from './compiled-programs.js';
import type { Engine, EngineRun, EngineSession } from './engine.js';
import { sharedEngine } from './engines.js';

/** An engine whose sessions answer every run with what `answer` gives. */
function engineAnswering(answer: () => unknown): {
  readonly engine: Engine;
  readonly sessions: { readonly runs: EngineRun[]; closed: boolean }[];
} {
  const sessions: { readonly runs: EngineRun[]; closed: boolean }[] = [];
  const openSession = async (): Promise<EngineSession> => {
    const session = { runs: [] as EngineRun[], closed: false };
    sessions.push(session);
    return {
      run: async (request: EngineRun) => {
        session.runs.push(request);
        return { value: answer() };
      },
      close: async () => {
        session.closed = true;
      },
    } as unknown as EngineSession;
  };
  return { engine: { name: 'cpython', openSession } as unknown as Engine, sessions };
}

const three = async (engine: Engine, source: string): Promise<readonly (Uint8Array | null)[]> => [
  await compiledProgram(engine, source),
  await compiledProgram(engine, source),
  await compiledProgram(engine, source),
];

describe('compiledProgram', () => {
  it('compiles at the third use, once, in a session that runs nothing else and is closed', async () => {
    const bytes = new Uint8Array([1]);
    const { engine, sessions } = engineAnswering(() => bytes);
    expect(await three(engine, 'a = 1')).toEqual([null, null, bytes]);
    expect(await three(engine, 'a = 1')).toEqual([bytes, bytes, bytes]);
    expect(await three(engine, 'b = 1')).toEqual([null, null, bytes]);
    expect(sessions.map(({ runs, closed }) => [runs.map(({ inputs }) => inputs), closed])).toEqual([
      [[{ mettle_text: 'a = 1' }], true],
      [[{ mettle_text: 'b = 1' }], true],
    ]);
  });

  it('keeps nothing for another engine', async () => {
    const first = engineAnswering(() => new Uint8Array([1]));
    const second = engineAnswering(() => new Uint8Array([2]));
    await three(first.engine, 'a = 1');
    expect(await three(second.engine, 'a = 1')).toEqual([null, null, new Uint8Array([2])]);
  });

  it('has the program compiled by who runs it where that fails, and tries again at the next use', async () => {
    let answers: unknown[] = ['no bytes', new Uint8Array([3])];
    const { engine } = engineAnswering(() => {
      const [answer, ...others] = answers;
      answers = others;
      return answer;
    });
    expect(await three(engine, 'a = 1')).toEqual([null, null, null]);
    expect(await compiledProgram(engine, 'a = 1')).toEqual(new Uint8Array([3]));
  });

  it('gives bytes that begin with the version of the byte code, where there is CPython', async ({ skip }) => {
    const engine = sharedEngine('cpython');
    const { available, reason } = await engine.probe();
    if (!available) skip(reason);
    const [, , bytes] = await three(engine, 'def area(radius):\n    return 3 * radius ** 2');
    expect([...(bytes ?? []).slice(2, 4)]).toEqual([13, 10]);
  });
});
