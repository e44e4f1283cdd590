import { PythonFloat } from '../../python-value.js';
import type { ArenaWriter } from './arena-writer.js';
import { NODE } from './node-kinds.js';
import { scalarNode } from './scalar-nodes.js';
import type { WireWriter } from './writer.js';

/** A value that a host function or the parent gives to Python. */
type Given =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'file'; readonly path: string; readonly mode: string }
  | {
      readonly kind: 'stat';
      readonly fields: readonly (readonly [name: string, value: number, isFloat: boolean])[];
    }
  /** Path, then whether it is a directory, a file, a symbolic link. */
  | { readonly kind: 'scan'; readonly entries: readonly (readonly [string, boolean, boolean, boolean])[] };

/** The answer to a call. */
export type Answer =
  | { readonly kind: 'return'; readonly given: Given }
  | { readonly kind: 'raise'; readonly type: string; readonly message: string }
  | { readonly kind: 'future'; readonly id: number }
  | { readonly kind: 'not_found'; readonly name: string }
  | { readonly kind: 'not_handled' };

/** Writes the value of an answer, if it has one, and returns its index. */
export function answerIndex(arena: ArenaWriter, answer: Answer): number {
  return answer.kind === 'return' ? writeGiven(arena, answer.given) : 0;
}

/** Writes an answer whose value, if it has one, is at an index of the arena. */
export function writeAnswer(writer: WireWriter, answer: Answer, index: number): void {
  const mark = writer.length;
  switch (answer.kind) {
    case 'return':
      writer.uint(1, index);
      return;
    case 'raise':
      writer.string(2, answer.message);
      writer.string(1, answer.type);
      writer.message(2, mark);
      return;
    case 'future':
      writer.uint(3, answer.id);
      return;
    case 'not_found':
      writer.string(4, answer.name);
      return;
    case 'not_handled':
      writer.unit(5);
  }
}

function writeGiven(arena: ArenaWriter, given: Given): number {
  switch (given.kind) {
    case 'value':
      return arena.value(given.value, 'the answer of a host function');
    case 'path':
      return arena.message(NODE.path, Buffer.from(given.path));
    case 'paths':
      return arena.sequence(
        'list',
        given.paths.map((path) => arena.message(NODE.path, Buffer.from(path))),
      );
    case 'file':
      return scalarNode(arena, NODE.fileHandle, (writer) => {
        writer.string(2, given.mode);
        writer.string(1, given.path);
      });
    case 'stat':
      return writeStat(arena, given.fields);
    case 'scan':
      return arena.sequence(
        'list',
        given.entries.map((entry) =>
          arena.sequence(
            'tuple',
            entry.map((part) => arena.value(part, 'a path')),
          ),
        ),
      );
  }
}

function writeStat(arena: ArenaWriter, fields: Extract<Given, { kind: 'stat' }>['fields']): number {
  const indexes = fields.map(([, value, isFloat]) =>
    arena.value(isFloat ? new PythonFloat(value) : value, 'a status'),
  );
  return scalarNode(arena, NODE.namedTuple, (writer) => {
    const mark = writer.length;
    for (const index of indexes.reverse()) writer.varint(index);
    writer.message(3, mark);
    for (const [name] of [...fields].reverse()) writer.string(2, name);
    writer.string(1, 'os.stat_result');
  });
}
