import { parseAst } from 'rolldown/parseAst';

const COMPARISONS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const OPERATORS = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '&&': '||', '||': '&&', '??': '&&' };
const ASSIGNMENTS = { '+=': '-=', '-=': '+=', '*=': '/=', '&&=': '||=', '||=': '&&=', '??=': '&&=' };
const METHODS = {
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
};
/** Methods whose call becomes the value that they are called on. */
const DROPPED = new Set(['trim', 'trimEnd', 'trimStart', 'sort', 'toSorted', 'reverse', 'filter', 'slice']);
/** What a reader is told, not what is done: its texts stay. */
const WORDS = new Set(['message', 'hint', 'description', 'summary', 'reason', 'why']);

/**
 * Faults of the kinds that Stryker makes, in the code of a TypeScript file. Each has its `kind`, `start` and `end` in
 * the text, the `line`, and the text `before` and `after`.
 */
export function mutantsOf(text) {
  const found = [];
  const source = (node) => text.slice(node.start, node.end);
  const add = (kind, { start, end }, after) => {
    const before = text.slice(start, end);
    if (before !== after)
      found.push({ kind, start, end, line: text.slice(0, start).split('\n').length, before, after });
  };
  /** Replaces the operator between two operands. */
  const swap = (kind, node, after) => {
    const between = text.slice(node.left.end, node.right.start);
    const start = node.left.end + between.indexOf(node.operator);
    add(kind, { start, end: start + node.operator.length }, after);
  };
  const condition = (node) => {
    if (node === null || node.type === 'Literal') return;
    add('condition', node, 'true');
    add('condition', node, 'false');
  };
  const visitors = {
    BinaryExpression(node) {
      for (const after of COMPARISONS[node.operator] ?? []) swap('comparison', node, after);
      const isText = [node.left, node.right].some(
        ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string',
      );
      if (!isText && OPERATORS[node.operator]) swap('arithmetic', node, OPERATORS[node.operator]);
    },
    LogicalExpression(node) {
      const isMixed = [node.left, node.right].some(({ type }) => type === 'LogicalExpression');
      if (!(isMixed && node.operator === '??')) swap('logic', node, OPERATORS[node.operator]);
    },
    AssignmentExpression(node) {
      if (ASSIGNMENTS[node.operator]) swap('assignment', node, ASSIGNMENTS[node.operator]);
    },
    UnaryExpression(node) {
      if (node.operator === '!') add('not', node, source(node.argument));
      if (node.operator === '-') add('sign', node, source(node.argument));
    },
    UpdateExpression(node) {
      const after = node.operator === '++' ? '--' : '++';
      add('update', node, source(node).replace(node.operator, after));
    },
    IfStatement: (node) => condition(node.test),
    ConditionalExpression: (node) => condition(node.test),
    WhileStatement: (node) => add('condition', node.test, 'false'),
    ForStatement: (node) => node.test && add('condition', node.test, 'false'),
    BlockStatement: (node) => node.body.length > 0 && add('block', node, '{}'),
    ArrowFunctionExpression(node) {
      if (node.body.type !== 'BlockStatement') add('arrow', node.body, 'undefined');
    },
    Literal(node) {
      if (typeof node.value === 'boolean') add('boolean', node, String(!node.value));
      if (typeof node.value === 'string') add('text', node, node.value === '' ? "'mutant'" : "''");
    },
    TemplateLiteral: (node) => add('text', node, '``'),
    ArrayExpression: (node) => add('array', node, node.elements.length === 0 ? "['mutant']" : '[]'),
    ObjectExpression: (node) => node.properties.length > 0 && add('object', node, '{}'),
    MemberExpression(node) {
      if (node.optional) add('chain', node, source(node).replace('?.', node.computed ? '' : '.'));
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed) return;
      const { name } = callee.property;
      if (Object.hasOwn(METHODS, name)) add('method', callee.property, METHODS[name]);
      if (DROPPED.has(name)) add('method', node, source(callee.object));
    },
  };
  walk(parseAst(text, { lang: 'ts' }), visitors);
  return found;
}

function walk(node, visitors) {
  if (Array.isArray(node)) for (const part of node) walk(part, visitors);
  if (typeof node?.type !== 'string' || isLeftAlone(node)) return;
  // `expression as Type`: the expression is code.
  visitors[node.type]?.(node);
  for (const [key, part] of Object.entries(node)) {
    if (typeof part !== 'object' || key === 'typeAnnotation' || key === 'key') continue;
    walk(part, visitors);
  }
}

/** Imports, types and the texts that errors are made of. */
function isLeftAlone({ type, key, callee }) {
  if (/^(?:Import|Export(?:All|Named)Declaration$)/.test(type)) return type !== 'ExportNamedDeclaration';
  if (type === 'TSAsExpression' || type === 'TSSatisfiesExpression' || type === 'TSNonNullExpression')
    return false;
  if (type.startsWith('TS')) return true;
  if (type === 'Property') return WORDS.has(key.name);
  return type === 'NewExpression' && /Error$/.test(callee.name ?? '');
}
