import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { readElf } from './elf.js';

const folder = mkdtempSync(join(tmpdir(), 'mettle-elf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(bytes: Uint8Array | string): string {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return path;
}

/** A 64-bit file of two segments: all of it at an address, and a dynamic section that names what is given. */
function elf(entries: readonly (readonly [tag: number, name: string])[]): Buffer {
  const base = 0x400000;
  const at = { dynamic: 64 + 2 * 56, names: 64 + 2 * 56 + 16 * (entries.length + 3) };
  const names = Buffer.from(`\0${entries.map(([, name]) => `${name}\0`).join('')}`);
  const bytes = Buffer.concat([Buffer.alloc(at.names), names]);
  bytes.write('\x7fELF\x02\x01\x01', 'latin1');
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(2, 56);
  const segment = (index: number, type: number, offset: number, size: number): void => {
    const place = 64 + index * 56;
    bytes.writeUInt32LE(type, place);
    bytes.writeBigUInt64LE(BigInt(offset), place + 8);
    bytes.writeBigUInt64LE(BigInt(base + offset), place + 16);
    bytes.writeBigUInt64LE(BigInt(size), place + 32);
  };
  segment(0, 1, 0, bytes.length);
  segment(1, 2, at.dynamic, 16 * (entries.length + 3));
  let offset = 1;
  const values = entries.map(([tag, name]) => {
    const value = offset;
    offset += Buffer.byteLength(name) + 1;
    return [tag, value] as const;
  });
  const section = [...values, [5, base + at.names], [10, names.length], [0, 0]] as const;
  section.forEach(([tag, value], index) => {
    bytes.writeBigUInt64LE(BigInt(tag), at.dynamic + index * 16);
    bytes.writeBigUInt64LE(BigInt(value), at.dynamic + index * 16 + 8);
  });
  return bytes;
}

const { describe, it } = unless(process.platform === 'linux' ? null : 'not on Linux');

describe('what a program of Linux needs', () => {
  it('is read of the machine’s own shell', () => {
    const path = realpathSync('/bin/sh');
    const needs = readElf(path);
    expect(needs?.loader).toMatch(/^\/lib\S*\/ld-/);
    // Its own text holds each name that was read.
    const text = readFileSync(path).toString('latin1');
    expect(needs?.libraries.length).toBeGreaterThan(0);
    expect(needs?.libraries.filter((name) => !/\.so/.test(name) || !text.includes(`${name}\0`))).toEqual([]);
  });

  it('is libraries in their order, and the folders of the newer kind before those of the older', () => {
    const entries = [
      [1, 'libone.so.1'],
      [15, '/older'],
      [1, 'libtwo.so'],
    ] as const;
    const expected = { loader: null, libraries: ['libone.so.1', 'libtwo.so'] };
    expect(readElf(file(elf(entries)))).toEqual({ ...expected, folders: ['/older'] });
    const both = elf([...entries, [29, '$ORIGIN/../lib:/newer']]);
    expect(readElf(file(both))).toEqual({ ...expected, folders: ['$ORIGIN/../lib', '/newer'] });
  });

  it('is not there for other files, and for those that are cut off', () => {
    expect(readElf(file('#!/bin/sh\n'))).toBeNull();
    expect(readElf(file(''))).toBeNull();
    const whole = elf([[1, 'libone.so.1']]);
    expect(readElf(file(whole.subarray(0, 100)))).toBeNull();
    const other = Buffer.from(whole);
    other[4] = 1;
    expect(readElf(file(other))).toBeNull();
  });
});
