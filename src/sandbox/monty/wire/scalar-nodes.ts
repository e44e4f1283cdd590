import type { ArenaWriter } from './arena-writer.js';
import { NODE } from './node-kinds.js';
import { WireWriter } from './writer.js';

const inner: WireWriter = new WireWriter();

/** Writes a node whose body is a message of scalar fields. */
export function scalarNode(arena: ArenaWriter, field: number, body: (writer: WireWriter) => void): number {
  try {
    body(inner);
    return arena.message(field, inner.take());
  } finally {
    inner.clear();
  }
}

/** Writes a function that the code may call by its name. */
export function writeFunction(arena: ArenaWriter, name: string): number {
  return scalarNode(arena, NODE.function, (writer) => writer.string(1, name));
}
