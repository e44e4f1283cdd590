import { expect, it } from 'vitest';
import {
  createCpythonEngine,
  createMontyEngine,
  type Engine,
  type MontyEngine,
  probeCpython,
} from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { createPythonEnvironment } from './python-environment.js';

/** The engine, and what is called with everything that code prints. */
function overheard(engine: Engine, onText: (text: string) => void): Engine {
  return {
    name: engine.name,
    probe: () => engine.probe(),
    openSession: async (options) => {
      const session = await engine.openSession(options);
      const run: typeof session.run = (request) =>
        session.run({ ...request, onOutput: ({ text }) => onText(text) });
      return {
        run,
        reset: () => session.reset(),
        dump: () => session.dump(),
        load: (state) => session.load(state),
        close: () => session.close(),
      };
    },
    close: () => engine.close(),
  };
}

const monty = await createMontyEngine().probe();

unless(monty.available ? null : monty.reason).describe('a Monty world whose process is killed', () => {
  it('is broken until it is reset, in mid-call and between calls', async () => {
    await using engine = disposable(createMontyEngine({ maxWorkers: 1 }));
    let deaths = 1;
    const killAll = () => {
      for (const pid of engine.workerPids()) process.kill(pid, 'SIGKILL');
    };
    const listening = overheard(engine, () => {
      if (deaths-- > 0) killAll();
    });
    const environment = await createPythonEnvironment({
      engine: listening,
      limits: { timeoutSeconds: 0.3 },
    });
    await using world = await environment.open({ seed: 0 });
    const before = world.stateDigest();
    const code = "print('running')\nwhile True: pass";
    const broken = { code: 'environments/world_broken' };
    await expect(world.call('python', { code })).rejects.toMatchObject(broken);
    await expect(world.call('python', { code: '1' })).rejects.toMatchObject(broken);
    await world.reset(0);
    expect(world.stateDigest()).toBe(before);
    expect((await world.call('python', { code: 'x = 2\nx' })).observation.data).toMatchObject({ value: 2 });
    killAll();
    await expect(world.call('python', { code: 'x' })).rejects.toMatchObject(broken);
    await world.reset(0);
    expect((await world.call('python', { code: '3' })).observation.data).toMatchObject({ value: 3 });
  });
});

function disposable(engine: MontyEngine): MontyEngine & AsyncDisposable {
  return Object.assign(engine, { [Symbol.asyncDispose]: () => engine.close() });
}

const cpython = await probeCpython({ environment: process.env });

unless(cpython.available ? null : cpython.why).describe('a CPython world', () => {
  it('is broken by a process that is killed, and not by code that ends its own', async (context) => {
    const engine = createCpythonEngine({ mechanism: 'landlock', environment: process.env });
    try {
      const probe = await engine.probe();
      if (!probe.available) context.skip(probe.reason);
      let deaths = 1;
      const listening = overheard(engine, (text) => {
        const pid = Number(text);
        if (pid > 0 && deaths-- > 0) process.kill(pid, 'SIGKILL');
      });
      const environment = await createPythonEnvironment({
        engine: listening,
        limits: { timeoutSeconds: 0.5 },
        files: { 'a.txt': 'a' },
      });
      await using world = await environment.open({ seed: 0 });
      await world.call('python', { code: 'x = 5' });
      const code = 'import os\nprint(os.getpid(), flush=True)\nwhile True: pass';
      await expect(world.call('python', { code })).rejects.toMatchObject({
        code: 'environments/world_broken',
        message: expect.stringContaining('not by the code'),
      });
      await world.reset(0);
      await world.call('python', { code: 'x = 5' });
      const suicide = await world.call('python', {
        code: "import os, signal\nopen('b.txt', 'w').close()\nos.kill(os.getpid(), signal.SIGKILL)",
      });
      expect(suicide.observation.status).toBe('error');
      expect((await world.call('python', { code: 'x' })).observation.data).toMatchObject({ value: 5 });
    } finally {
      await engine.close();
    }
  });

  it('is broken, and says why, where no process can be started', async () => {
    const engine = createCpythonEngine({ environment: process.env });
    await engine.probe();
    const environment = await createPythonEnvironment({ engine });
    await using world = await environment.open({ seed: 0 });
    await engine.close();
    await expect(world.call('python', { code: '1' })).rejects.toMatchObject({
      code: 'environments/world_broken',
    });
  });

  it('goes on when its disk is full', async () => {
    const environment = await createPythonEnvironment({
      engine: 'cpython',
      limits: { maxFileBytes: 200_000 },
    });
    await using world = await environment.open({ seed: 0 });
    const full = await world.call('python', {
      code: "for i in range(100):\n    with open(f'f{i}', 'w') as f: f.write('x' * 10_000)",
    });
    expect(full.observation.status).toBe('error');
    const next = await world.call('python', {
      code: "import os\nfor name in os.listdir(): os.remove(name)\nopen('small', 'w').write('x')",
    });
    expect(next.observation.error).toBeNull();
    expect(world.state().get('files/small')).toEqual({ text: 'x' });
  });
});
