import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { planLandlock, unusedUser } from './confinement.js';
import { findPython } from './find-python.js';
import { frameHead } from './frames.js';
import { insideSources } from './inside-sources.js';
import { encodeMarshal } from './marshal-encode.js';
import { MECHANISMS, SKIPPED } from './test-engine.fixture.js';

const skipped = SKIPPED || (MECHANISMS.includes('landlock') ? '' : 'no Landlock');

unless(skipped).describe('a host that is killed while a session starts', () => {
  it.each([
    ['nothing', 0],
    ['a part of the code inside', 0.5],
    ['all of the code inside', 1],
    ['the configuration too', 2],
  ])('leaves no folder when it had sent %s', async (_name, sent) => {
    const user = unusedUser();
    const python = await findPython({ environment: process.env, unprivileged: user !== null });
    const { boot, bundle } = insideSources();
    const plan = planLandlock({ python, boot, workspaceBytes: 2 ** 26, user });
    const folder = plan.args.at(-1) ?? '';
    expect(existsSync(folder)).toBe(false);
    const child = spawn(plan.command, plan.args, {
      cwd: '/',
      env: {},
      stdio: ['pipe', 'pipe', 'inherit'],
      ...(user === null ? {} : { uid: user, gid: user }),
    });
    const ended = once(child, 'exit');
    child.stdout.resume();
    child.stdin.on('error', () => {});
    child.stdin.write(bundle.subarray(0, bundle.length * Math.min(sent, 1)));
    if (sent > 1) {
      const settings = encodeMarshal({ ...plan.settings });
      child.stdin.write(Buffer.concat([frameHead('C', settings.length), settings]));
    }
    await expect.poll(() => existsSync(folder), { timeout: 20_000, interval: 5 }).toBe(true);
    child.stdin.end();
    await ended;
    expect(existsSync(folder)).toBe(false);
  });
});
