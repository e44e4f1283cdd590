/** Processes that outlive what started them, from `/proc`; nothing is found where there is none. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long ended programs get to be gone. */
const GRACE_MS = 60_000;

/** Every process of this moment, to be compared with later. */
export function startedNow() {
  return new Set(all().map(({ key }) => key));
}

/** Processes whose parents have ended, and that were not there before. */
export function newOrphans(before, graceMs = GRACE_MS) {
  return onceGone(() => all().filter(({ key, parent }) => parent === 1 && !before.has(key)), graceMs);
}

/** Processes of a user. */
export function processesOf(user, graceMs = GRACE_MS) {
  return onceGone(() => all().filter((process) => process.user === user), graceMs);
}

/** Kills every process of a user who was made for CI. */
export function endProcessesOf(user) {
  for (const { pid, user: owner } of all()) if (owner === user) kill(pid);
}

function kill(pid) {
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    // it has just ended
  }
}

async function onceGone(find, graceMs) {
  const until = performance.now() + graceMs;
  let found = find();
  while (found.length > 0 && performance.now() < until) {
    await sleep(100);
    found = find();
  }
  return found.map(({ pid, command }) => `process ${pid} is still there: ${command}`);
}

function all() {
  let names;
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return names.flatMap((pid) => {
    try {
      // The name, in parentheses, may hold spaces and parentheses itself.
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ');
      if (fields[0] === 'Z') return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 200);
      const { uid: user } = statSync(`/proc/${pid}`);
      return [{ pid, key: `${pid} ${fields[19]}`, parent: Number(fields[1]), user, command }];
    } catch {
      return []; // it has just ended
    }
  });
}
