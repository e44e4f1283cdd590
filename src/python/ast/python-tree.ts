import type { SourceRange } from '../finding.js';
import { SourceLines } from '../source-lines.js';
import { NodeIndex } from './node-index.js';
import { isLocated, type LocatedNode, type PythonModule, type PythonNode } from './nodes.js';

const ASCII = /^[\0-\x7f]*$/;

/** A parsed source: its text, its tree, and the way from a node to its place in the text. */
export class PythonTree {
  /** The text that was parsed. */
  readonly code: string;
  readonly module: PythonModule;
  #lines: SourceLines | undefined;
  #index: NodeIndex | undefined;
  readonly #ascii: boolean;

  /** `module` must come from `code`: {@link parsePython} makes these. */
  constructor(code: string, module: PythonModule) {
    this.code = code;
    this.module = module;
    this.#ascii = ASCII.test(code);
  }

  /** The lines of the text. */
  get lines(): SourceLines {
    this.#lines ??= new SourceLines(this.code);
    return this.#lines;
  }

  /** Every node by kind, with its parent. */
  get index(): NodeIndex {
    this.#index ??= new NodeIndex(this.module);
    return this.#index;
  }

  /** Offset of the first character of `node` in the text, in UTF-16 code units. */
  start(node: LocatedNode): number {
    return this.#offset(node.lineno, node.col_offset);
  }

  /** Offset just after the last character of `node`. */
  end(node: LocatedNode): number {
    return this.#offset(node.end_lineno ?? node.lineno, node.end_col_offset ?? node.col_offset);
  }

  /** The text of `node`. */
  text(node: LocatedNode): string {
    return this.code.slice(this.start(node), this.end(node));
  }

  /** Where `node` is. A node without a place of its own has that of the nearest one around it. */
  range(node: PythonNode): SourceRange {
    let at: PythonNode | undefined = node;
    while (at !== undefined && !isLocated(at)) at = this.index.parent(at);
    if (at === undefined) return { line: 1, column: 1, endLine: 1, endColumn: 1 };
    return this.lines.range(this.start(at), this.end(at));
  }

  /** Nodes count columns in UTF-8 bytes from 0, the text in UTF-16 code units. */
  #offset(line: number, byteColumn: number): number {
    const lineStart =
      (this.lines.starts[line - 1] ?? 0) + (line === 1 && this.code.startsWith('\ufeff') ? 1 : 0);
    if (this.#ascii) return lineStart + byteColumn;
    let at = lineStart;
    for (let bytes = 0; bytes < byteColumn && at < this.code.length; ) {
      const point = this.code.codePointAt(at) ?? 0;
      bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      at += point < 0x10000 ? 1 : 2;
    }
    return at;
  }
}
