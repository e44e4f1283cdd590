import { expect, it } from 'vitest';
import { systemCliWorld } from './system-world.js';

it.each(['SIGINT', 'SIGTERM'] as const)(
  'tells of the first %s, and leaves a second one to end the process',
  (signal) => {
    const listeners = (): readonly number[] => [
      process.listenerCount('SIGINT'),
      process.listenerCount('SIGTERM'),
    ];
    const before = listeners();
    const heard: string[] = [];
    const stop = systemCliWorld().onInterrupt((name) => heard.push(name));
    process.emit(signal, signal);
    expect(heard).toEqual([signal]);
    expect(listeners()).toEqual(before);
    stop();
    systemCliWorld().onInterrupt(() => heard.push('late'))();
    expect(listeners()).toEqual(before);
  },
);
