import { closeSync, openSync, readSync } from 'node:fs';

/** What a program or library of Linux says that it needs, as its dynamic section says it (System V ABI, chapter 5). */
export interface ElfNeeds {
  /** The program that loads it; null for a library, and for a program that needs none. */
  readonly loader: string | null;
  /** Names of libraries. */
  readonly libraries: readonly string[];
  /** Folders in which it looks for them first, with `$ORIGIN` as it stands there. */
  readonly folders: readonly string[];
}

const PT_LOAD = 1;
const PT_DYNAMIC = 2;
const PT_INTERP = 3;
const DT_NEEDED = 1;
const DT_STRTAB = 5;
const DT_STRSZ = 10;
const DT_RPATH = 15;
const DT_RUNPATH = 29;

/** Bytes of one part of a file that are read at most: what is longer isn't what compilers write. */
const MOST_BYTES = 1 << 20;

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

/** Reads what a 64-bit little-endian ELF file needs; null for any other file. */
export function readElf(path: string): ElfNeeds | null {
  const file = openSync(path, 'r');
  try {
    const part = (offset: number, size: number): Buffer => {
      const buffer = Buffer.alloc(Math.min(size, MOST_BYTES));
      return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, offset));
    };
    const head = part(0, 64);
    if (head.length < 64 || head.readUInt32BE(0) !== 0x7f454c46 || head[4] !== 2 || head[5] !== 1)
      return null;
    return needsOf(segmentsOf(head, part), part);
  } catch (thrown) {
    if (thrown instanceof RangeError) return null; // cut off, or no such file at all
    throw thrown;
  } finally {
    closeSync(file);
  }
}

type ReadPart = (offset: number, size: number) => Buffer;

function segmentsOf(head: Buffer, part: ReadPart): readonly Segment[] {
  const size = head.readUInt16LE(54);
  const count = head.readUInt16LE(56);
  const table = part(Number(head.readBigUInt64LE(32)), size * count);
  return Array.from({ length: count }, (_, index) => {
    const at = index * size;
    return {
      type: table.readUInt32LE(at),
      offset: Number(table.readBigUInt64LE(at + 8)),
      address: Number(table.readBigUInt64LE(at + 16)),
      size: Number(table.readBigUInt64LE(at + 32)),
    };
  });
}

function needsOf(segments: readonly Segment[], part: ReadPart): ElfNeeds {
  const interpreter = segments.find(({ type }) => type === PT_INTERP);
  const loader = interpreter === undefined ? null : textAt(part(interpreter.offset, interpreter.size), 0);
  const dynamic = segments.find(({ type }) => type === PT_DYNAMIC);
  if (dynamic === undefined) return { loader, libraries: [], folders: [] };
  const entries = entriesOf(part(dynamic.offset, dynamic.size));
  const first = (tag: number): number => entries.find((entry) => entry.tag === tag)?.value ?? 0;
  const names = part(placeOf(first(DT_STRTAB), segments), first(DT_STRSZ));
  const textsOf = (tag: number): readonly string[] =>
    entries.filter((entry) => entry.tag === tag).map(({ value }) => textAt(names, value));
  const runPaths = textsOf(DT_RUNPATH);
  const folders = runPaths.length > 0 ? runPaths : textsOf(DT_RPATH);
  return {
    loader,
    libraries: textsOf(DT_NEEDED),
    folders: folders.flatMap((text) => text.split(':')).filter((folder) => folder !== ''),
  };
}

function entriesOf(section: Buffer): readonly { readonly tag: number; readonly value: number }[] {
  return Array.from({ length: Math.floor(section.length / 16) }, (_, index) => ({
    tag: Number(section.readBigUInt64LE(index * 16)),
    value: Number(section.readBigUInt64LE(index * 16 + 8)),
  }));
}

/** Where in the file lies what is at an address once it is loaded. */
function placeOf(address: number, segments: readonly Segment[]): number {
  const segment = segments.find(
    (each) => each.type === PT_LOAD && address >= each.address && address < each.address + each.size,
  );
  return segment === undefined ? address : address - segment.address + segment.offset;
}

function textAt(bytes: Buffer, at: number): string {
  const end = bytes.indexOf(0, at);
  return bytes.toString('utf8', at, end === -1 ? bytes.length : end);
}
