import { open } from 'node:fs/promises';
import { type LedgerLine, readLedgerLine } from './ledger-line.js';

/** What of a ledger could be read. */
export interface ReadLedger {
  /** Where the next line begins: everything before is whole. */
  readonly end: number;
  /** Bytes behind that are no whole line. */
  readonly torn: number;
}

const CHUNK = 2 ** 20;

/**
 * Reads the lines of a ledger from a position on. It ends at the first that is none: what a crash tore off, or a disk lost. A file
 * that there is not has no lines.
 */
export async function readLedger(
  path: string,
  from: number,
  onLine: (line: LedgerLine) => void,
): Promise<ReadLedger> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return { end: 0, torn: 0 };
  try {
    const { size } = await file.stat();
    let end = from;
    let rest = Buffer.alloc(0);
    for (let position = from; position < size; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      let text = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      for (let feed = text.indexOf(0x0a); feed >= 0; feed = text.indexOf(0x0a)) {
        const line = readLedgerLine(text.toString('utf8', 0, feed));
        if (line === null) return { end, torn: size - end };
        onLine(line);
        end += feed + 1;
        text = text.subarray(feed + 1);
      }
      rest = text;
    }
    return { end, torn: Math.max(0, size - end) };
  } finally {
    await file.close();
  }
}
