import { eachChild } from '../ast/child-nodes.js';
import { descendants } from '../ast/node-index.js';
import type { PythonNode } from '../ast/nodes.js';
import { parsePython } from '../ast/parse-python.js';
import type { PythonTree } from '../ast/python-tree.js';
import type { PythonTokens } from '../tokens/token.js';
import type { Complaint } from './complaint.js';
import type { SyntaxOptions } from './options.js';

/**
 * What Python's compiler refuses and the parser here accepts, found on the syntax tree. The tree is only made for
 * source that holds the words in question.
 */
export function compilerGaps(
  scan: PythonTokens,
  { pythonVersion }: Required<SyntaxOptions>,
): readonly Complaint[] {
  const { source } = scan;
  const hasTemplates = scan.tokens.some(({ kind }) => kind === 'template-start');
  const asks =
    (/\basync\b/.test(source) && /\byield\s+from\b/.test(source)) ||
    /\bexcept\s*\*/.test(source) ||
    source.includes('__debug__') ||
    (hasTemplates && (/\{\s*\*/.test(source) || /\bcase\b/.test(source) || isBefore312(pythonVersion)));
  if (!asks) return [];
  const parsed = parsePython(source);
  if (!parsed.ok) return [];
  const finder = new GapFinder(scan, parsed.tree, isBefore312(pythonVersion));
  for (const node of descendants(parsed.tree.module)) finder.look(node);
  return finder.found;
}

/**
 * Whether a `nonlocal __class__` at an offset has its binding: a class gives it to the functions and classes inside it.
 */
export function hasClassCell(scan: PythonTokens, offset: number): boolean {
  const parsed = parsePython(scan.source);
  if (!parsed.ok) return false;
  const { tree } = parsed;
  const statement = tree.index
    .ofType('Nonlocal')
    .find((node) => tree.start(node) <= offset && offset <= tree.end(node));
  const scope = statement && tree.index.enclosing(statement, ['FunctionDef', 'AsyncFunctionDef', 'ClassDef']);
  return scope !== undefined && tree.index.enclosing(scope, ['ClassDef']) !== undefined;
}

function isBefore312(version: string): boolean {
  return Number(version.split('.')[1]) < 12;
}

class GapFinder {
  readonly found: Complaint[] = [];
  readonly #scan: PythonTokens;
  readonly #tree: PythonTree;
  readonly #isOld: boolean;

  constructor(scan: PythonTokens, tree: PythonTree, isOld: boolean) {
    this.#scan = scan;
    this.#tree = tree;
    this.#isOld = isOld;
  }

  look(node: PythonNode): void {
    switch (node.nodeType) {
      case 'AsyncFunctionDef':
        this.#lookForYieldFrom(node.body);
        this.#refuseDebug(node, node.name);
        return;
      case 'TryStar':
        for (const handler of node.handlers) {
          if (handler.nodeType === 'ExceptHandler') this.#lookForJumps(handler.body, false);
        }
        return;
      case 'FormattedValue':
      case 'Interpolation':
        if (node.value.nodeType === 'Starred') {
          this.#add(
            node,
            "can't use starred expression here",
            'Unpack inside a call, a list, a tuple or a set only.',
          );
        }
        if (this.#isOld) this.#lookForDeepFields(node);
        return;
      case 'MatchValue':
        if (this.#holdsTemplate(node)) {
          this.#add(node, 'patterns may only match literals and attribute lookups', PATTERN_HINT);
        }
        return;
      default:
        this.#lookForDebug(node);
    }
  }

  #lookForYieldFrom(body: readonly PythonNode[]): void {
    const pending: PythonNode[] = [...body];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (node.nodeType === 'YieldFrom') {
        this.#add(
          node,
          "'yield from' inside async function",
          'Loop with `async for` or `for` and yield each value.',
        );
      }
      if (!OWN_SCOPE.has(node.nodeType)) eachChild(node, (child) => void pending.push(child));
    }
  }

  /** `break`, `continue` and `return` that would leave an `except*` block. */
  #lookForJumps(body: readonly PythonNode[], isInLoop: boolean): void {
    const pending = body.map((node) => ({ node, isInLoop }));
    for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
      const { node } = each;
      const leaves = node.nodeType === 'Return' || (!each.isInLoop && JUMPS.has(node.nodeType));
      if (leaves) {
        this.#add(
          node,
          "'break', 'continue' and 'return' cannot appear in an except* block",
          'Set a variable in the block, and leave after it.',
        );
      }
      if (OWN_SCOPE.has(node.nodeType)) continue;
      const isLoop = node.nodeType === 'For' || node.nodeType === 'AsyncFor' || node.nodeType === 'While';
      const outside: ReadonlySet<PythonNode> = new Set(isLoop ? node.orelse : []);
      const inside = each.isInLoop;
      eachChild(node, (child) => {
        pending.push({ node: child, isInLoop: inside || (isLoop && !outside.has(child)) });
      });
    }
  }

  /** Before 3.12 the format of a field may hold fields, and those no fields in their formats. */
  #lookForDeepFields(node: PythonNode): void {
    let depth = 0;
    for (let at: PythonNode | undefined = node; at !== undefined; at = this.#tree.index.parent(at)) {
      if (at.nodeType === 'FormattedValue') depth++;
      else if (at.nodeType !== 'JoinedStr') break;
    }
    if (depth > 2)
      this.#add(node, 'f-string: expressions nested too deeply', 'Compute the inner value before.');
  }

  #lookForDebug(node: PythonNode): void {
    switch (node.nodeType) {
      case 'FunctionDef':
      case 'ClassDef':
        this.#refuseDebug(node, node.name);
        return;
      case 'Keyword':
      case 'Arg':
        this.#refuseDebug(node, node.arg);
        return;
      case 'Name':
        this.#refuseDebug(node, node.id, node.ctx.nodeType);
        return;
      case 'Attribute':
        this.#refuseDebug(node, node.attr, node.ctx.nodeType);
        return;
      case 'AnnAssign':
        if (node.target.nodeType === 'Name') this.#refuseDebug(node.target, node.target.id);
        return;
      case 'Alias':
        this.#refuseDebug(node, node.asname ?? node.name);
        return;
      case 'ExceptHandler':
      case 'MatchAs':
      case 'MatchStar':
        this.#refuseDebug(node, node.name);
        return;
      case 'MatchMapping':
        this.#refuseDebug(node, node.rest);
        return;
      case 'MatchClass':
        for (const name of node.kwd_attrs) this.#refuseDebug(node, name);
        return;
      default:
    }
  }

  #refuseDebug(node: PythonNode, name: string | null | undefined, context = 'Store'): void {
    if (name !== '__debug__' || context === 'Load') return;
    const message = context === 'Del' ? 'cannot delete __debug__' : 'cannot assign to __debug__';
    this.#add(node, message, 'Use another name: Python sets __debug__ itself.');
  }

  #holdsTemplate(node: PythonNode): boolean {
    const { start, end } = this.#offsets(node);
    return this.#scan.tokens.some(
      (token) => token.kind === 'template-start' && token.start >= start && token.start < end,
    );
  }

  #add(node: PythonNode, message: string, hint: string): void {
    const { start, end } = this.#offsets(node);
    this.found.push({ rule: 'syntax/invalid', start, end, message, hint });
  }

  #offsets(node: PythonNode): { readonly start: number; readonly end: number } {
    const { lines } = this.#tree;
    const range = this.#tree.range(node);
    return {
      start: lines.offset(range.line, range.column),
      end: lines.offset(range.endLine, range.endColumn),
    };
  }
}

const PATTERN_HINT = 'Compare with an `if` after the pattern: `case text if text == …`.';
const JUMPS: ReadonlySet<string> = new Set(['Break', 'Continue']);
const OWN_SCOPE: ReadonlySet<string> = new Set(['FunctionDef', 'AsyncFunctionDef', 'Lambda', 'ClassDef']);
