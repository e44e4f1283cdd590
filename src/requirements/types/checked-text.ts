import { startOf } from '../../core/internal.js';
import { type NodeOf, nameOf, type PythonNode, type PythonToken } from '../../python/index.js';
import {
  descendants,
  importedNames,
  type PythonFacts,
  type PythonTree,
  stringValue,
} from '../../python/internal.js';
import { reboundTypeIn } from './rebound-types.js';
import { SameLengthText } from './same-length.js';

/** What the type checker is given in place of the code: the same, place for place, without what tells it to look away. */
export interface CheckedText {
  /** Without comments and `no_type_check`; `TYPE_CHECKING` may be true or not, and no function is believed never to return. */
  readonly text: string;
  /** The same without `cast` and variables of type `Any`; null for code with neither. `isWhole`: nothing of it is left. */
  readonly unvouched: { readonly text: string; readonly what: string; readonly isWhole: boolean } | null;
  /** A type of Python's own that has another meaning in the code's annotations; null for none. */
  readonly rebound: { readonly name: string; readonly line: number } | null;
}

/** Words that tell a type checker to look away. Renamed, they mean nothing to it, wherever they stand. */
const SWITCHES: ReadonlySet<string> = new Set([
  'no_type_check',
  'no_type_check_decorator',
  'TYPE_CHECKING',
  'NoReturn',
  'Never',
]);
const TYPING = /^(?:typing|typing_extensions)\./;

/** The text that is checked in place of a code. */
export function checkedTextOf(
  tree: PythonTree,
  facts: PythonFacts,
  opaque: ReadonlySet<string>,
): CheckedText {
  const text = new SameLengthText(tree.code);
  for (const { kind, start, end } of facts.tokens.tokens) {
    if (kind === 'comment') text.blank(start, end, true);
    else if (kind === 'name' && SWITCHES.has(tree.code.slice(start, end))) rename(text, tree.code, end);
  }
  renameInQuotes(text, tree);
  hideValues(text, tree, opaque);
  const unvouched = new SameLengthText(text.toString());
  const left = new Unvouched(tree, facts).leaveOut(unvouched);
  return {
    text: text.toString(),
    unvouched: left === null ? null : { ...left, text: unvouched.toString() },
    rebound: reboundTypeIn(tree),
  };
}

/** Changes the case of a word's last letter. */
function rename(text: SameLengthText, code: string, end: number): void {
  const last = code[end - 1] ?? '';
  text.write(end - 1, last === last.toUpperCase() ? last.toLowerCase() : last.toUpperCase());
}

/** Renames in annotations that are quoted, too. */
function renameInQuotes(text: SameLengthText, tree: PythonTree): void {
  for (const node of [...tree.index.ofType('FunctionDef'), ...tree.index.ofType('AsyncFunctionDef')]) {
    const { returns } = node;
    if (returns == null || stringValue(returns) === null) continue;
    for (const match of tree.text(returns).matchAll(/\b(?:NoReturn|Never)\b/g))
      rename(text, tree.code, tree.start(returns) + match.index + match[0].length);
  }
}

/**
 * Hides what the classes that the checker doesn't know whole assign in their bodies: it isn't what their attributes are then,
 * as in an `Enum`. A name that nothing binds takes its place, which the checker takes to be anything.
 */
function hideValues(text: SameLengthText, tree: PythonTree, opaque: ReadonlySet<string>): void {
  const nothing = [...'_qxzjkvw'].find((name) => !new RegExp(`\\b${name}\\b`).test(tree.code));
  if (nothing === undefined) return;
  for (const { name, body } of tree.index.ofType('ClassDef')) {
    if (!opaque.has(name)) continue;
    for (const statement of body) {
      if (statement.nodeType !== 'Assign') continue;
      const [start, end] = [tree.start(statement.value), tree.end(statement.value)];
      const place = start + 1 + tree.code.slice(start + 1, end - 1).search(/[^\r\n]/);
      text.blank(start, end);
      if (!/[\r\n]/.test(tree.code.slice(start, end))) text.write(start, nothing);
      else {
        text.write(start, '(');
        if (place > start) text.write(place, nothing);
        text.write(end - 1, ')');
      }
    }
  }
}

/** Finds what vouches for types without a proof, and leaves it out. */
class Unvouched {
  readonly #tree: PythonTree;
  readonly #tokens: readonly PythonToken[];
  readonly #names: ReadonlyMap<string, string>;
  readonly #anys: Set<string> = new Set();

  constructor(tree: PythonTree, facts: PythonFacts) {
    this.#tree = tree;
    this.#tokens = facts.tokens.tokens;
    const names = new Map(importedNames(facts.imports));
    const isStarred = facts.imports.some(({ module, name }) => name === '*' && TYPING.test(`${module}.`));
    for (const name of isStarred ? ['cast', 'Any'] : []) names.set(name, `typing.${name}`);
    this.#names = names;
    this.#readAliases();
  }

  /** Finds the names that stand for `Any`, by whatever chain of other names. */
  #readAliases(): void {
    const { index } = this.#tree;
    const aliases: (readonly [PythonNode, PythonNode])[] = [
      ...index
        .ofType('Assign')
        .flatMap(({ targets, value }) => targets.map((each) => [each, value] as const)),
      ...index.ofType('AnnAssign').map(({ target, value }) => [target, value ?? target] as const),
      ...index.ofType('NamedExpr').map(({ target, value }) => [target, value] as const),
      ...index.ofType('For').map(({ target, iter }) => [target, iter] as const),
      ...index.ofType('TypeAlias').map(({ name, value }) => [name, value] as const),
    ];
    /** By each name the aliases that use it. */
    const users = new Map<string, (readonly [PythonNode, PythonNode])[]>();
    const pending = aliases.filter((each) => this.#isAnyAlias(each[1]));
    for (const each of aliases)
      for (const word of wordsOf(each[1])) {
        const others = users.get(word);
        if (others === undefined) users.set(word, [each]);
        else others.push(each);
      }
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      for (const name of namesIn(next[0])) {
        if (this.#anys.has(name)) continue;
        this.#anys.add(name);
        for (const each of users.get(name) ?? []) if (this.#isAnyAlias(each[1])) pending.push(each);
      }
  }

  /** Whether a value is `Any`, or a list of types with it, as `A, B = Any, int`. */
  #isAnyAlias(value: PythonNode): boolean {
    return value.nodeType === 'Tuple' || value.nodeType === 'List'
      ? value.elts.some((each) => this.#isAny(each))
      : this.#isAny(value);
  }

  /** Leaves it out of a text of the same length, and returns what it was; null for nothing. */
  leaveOut(text: SameLengthText): { readonly what: string; readonly isWhole: boolean } | null {
    const index = this.#tree.index;
    const found: PythonNode[] = [];
    let isWhole = true;
    for (const node of [...index.ofType('Name'), ...index.ofType('Attribute')]) {
      if (!this.#isTyping(node, 'cast')) continue;
      found.push(node);
      if (!this.#leaveOutCast(text, node)) isWhole = false;
    }
    for (const node of index.ofType('AnnAssign'))
      if (this.#isAny(node.annotation) && index.enclosing(node, SCOPES)?.nodeType !== 'ClassDef')
        found.push(this.#leaveOutAny(text, node));
    const lines = [...new Set(found.map((node) => this.#tree.range(node).line))].sort((a, b) => a - b);
    if (lines.length === 0) return null;
    const shown = `${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ' and others' : ''}`;
    return { what: `cast() or Any at line${lines.length > 1 ? 's' : ''} ${shown}`, isWhole };
  }

  /** `cast(T, value)` becomes `(value)`. False where it isn't called in that form. */
  #leaveOutCast(text: SameLengthText, node: NodeOf<'Name'> | NodeOf<'Attribute'>): boolean {
    const tree = this.#tree;
    const call = tree.index.parent(node);
    if (call?.nodeType !== 'Call' || call.func !== node || call.args.length !== 2) return false;
    const [type, value] = call.args;
    if (type === undefined || call.args.some(({ nodeType }) => nodeType === 'Starred')) return false;
    text.blank(tree.start(call), this.#after(tree.end(type), ',') + 1);
    text.write(tree.start(call), '(');
    const comma = value === undefined ? -1 : this.#after(tree.end(value), ',');
    if (comma > tree.start(call) && comma < tree.end(call)) text.blank(comma, comma + 1);
    return true;
  }

  /** `x: Any = value` becomes `x = value`, and `x: Any` becomes `pass`. */
  #leaveOutAny(text: SameLengthText, node: NodeOf<'AnnAssign'>): PythonNode {
    const tree = this.#tree;
    if (node.value == null) {
      text.blank(tree.start(node), tree.end(node));
      text.write(tree.start(node), 'pass');
    } else text.blank(tree.end(node.target), this.#after(tree.end(node.annotation), '='));
    return node;
  }

  /** Where the next token of that text starts. */
  #after(offset: number, word: string): number {
    const { code } = this.#tree;
    const tokens = this.#tokens;
    let low = 0;
    for (let high = tokens.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    while (low < tokens.length) {
      const { kind, start, end } = tokens[low++] as PythonToken;
      if (kind === 'operator' && code.slice(start, end) === word) return start;
    }
    return offset;
  }

  #isAny(annotation: PythonNode): boolean {
    const quoted = stringValue(annotation);
    if (quoted !== null) {
      const isPlain = !quoted.includes('[') || WRAPPED.test(quoted);
      return isPlain && (quoted.match(/\w+/g) ?? []).some((word) => this.#isAnyName(word));
    }
    switch (annotation.nodeType) {
      case 'BinOp':
        return this.#isAny(annotation.left) || this.#isAny(annotation.right);
      case 'Subscript': {
        const { slice, value } = annotation;
        // Annotated[Any, "metres"]: what follows the type is no type.
        if (this.#isTyping(value, 'Annotated'))
          return this.#isAny(slice.nodeType === 'Tuple' ? (slice.elts[0] ?? slice) : slice);
        if (!WRAPPERS.some((each) => this.#isTyping(value, each))) return false;
        return slice.nodeType === 'Tuple' ? slice.elts.some((each) => this.#isAny(each)) : this.#isAny(slice);
      }
      default:
        return this.#isTyping(annotation, 'Any') || this.#anys.has(nameOf(annotation) ?? '\0');
    }
  }

  #isAnyName(name: string): boolean {
    return name === 'Any' || this.#anys.has(name) || isOf(this.#names.get(name), 'Any');
  }

  #isTyping(node: PythonNode, name: string): boolean {
    if (node.nodeType === 'Name') return isOf(this.#names.get(node.id), name);
    if (node.nodeType !== 'Attribute' || node.attr !== name) return false;
    return isOf(`${this.#names.get(nameOf(node.value) ?? '') ?? ''}.${name}`, name);
  }
}

/** What a type may be wrapped in and still be the type. */
const WRAPPERS: readonly string[] = [
  'Optional',
  'Union',
  'Final',
  'ClassVar',
  'Required',
  'NotRequired',
  'ReadOnly',
];
const WRAPPED =
  /^(?:\w+\.)?(?:Annotated|Optional|Union|Final|ClassVar|Required|NotRequired|ReadOnly)\[[^[]*$/;

/** The names that an alias may stand for. */
function wordsOf(value: PythonNode): readonly string[] {
  const words: string[] = [];
  for (const node of descendants(value)) {
    if (node.nodeType === 'Name') words.push(node.id);
    else words.push(...(startOf(stringValue(node) ?? '', 200).match(/\w+/g) ?? []));
  }
  return words;
}

/** The names that a target binds. */
function namesIn(target: PythonNode): readonly string[] {
  return [...descendants(target)].flatMap((node) => (node.nodeType === 'Name' ? [node.id] : []));
}

const SCOPES = ['FunctionDef', 'AsyncFunctionDef', 'ClassDef', 'Lambda'] as const;

function isOf(path: string | undefined, name: string): boolean {
  return path !== undefined && TYPING.test(path) && path.replace(TYPING, '') === name;
}
