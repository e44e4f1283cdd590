import { type PythonTree, parsePython, stringValue } from '../../python/index.js';

/** One example of a docstring. */
export interface DoctestExample {
  readonly source: string;
  /** What must be printed, with its line breaks; empty for nothing. */
  readonly want: string;
  /** Where it stands, in words: the name of the function or class, or `module`. */
  readonly owner: string;
}

/** The examples of all docstrings, in the order of the text. */
export function doctestExamples(tree: PythonTree): readonly DoctestExample[] {
  const owners = [
    { name: 'module', body: tree.module.body },
    ...(['FunctionDef', 'AsyncFunctionDef', 'ClassDef'] as const).flatMap((type) =>
      tree.index.ofType(type).map(({ name, body }) => ({ name, body })),
    ),
  ];
  return owners.flatMap(({ name, body }) => {
    const [first] = body;
    const docstring = first?.nodeType === 'Expr' ? stringValue(first.value) : null;
    return docstring === null ? [] : examplesIn(docstring, name);
  });
}

/** The examples in one text: `>>>` starts one, `...` goes on, what follows up to a blank line is what it prints. */
export function examplesIn(docstring: string, owner: string): readonly DoctestExample[] {
  const examples: DoctestExample[] = [];
  const lines = docstring.split('\n');
  for (let at = 0; at < lines.length; ) {
    const start = /^(\s*)>>>(?: (.*))?$/.exec(lines[at] ?? '');
    if (start === null) {
      at++;
      continue;
    }
    const indent = start[1] ?? '';
    const source = [start[2] ?? ''];
    for (at++; ; at++) {
      const more = (lines[at] ?? '').startsWith(indent)
        ? /^\.\.\.(?: (.*))?$/.exec((lines[at] ?? '').slice(indent.length))
        : null;
      if (more === null) break;
      source.push(more[1] ?? '');
    }
    const want: string[] = [];
    for (; at < lines.length && (lines[at] ?? '').trim() !== '' && !/^\s*>>>/.test(lines[at] ?? ''); at++) {
      want.push((lines[at] ?? '').slice(indent.length).trimEnd());
    }
    examples.push({
      source: source.join('\n'),
      want: want.map((line) => (line === '<BLANKLINE>' ? '' : line)).join('\n'),
      owner,
    });
  }
  return examples;
}

/** The example as a program that prints what Python's prompt would. */
export function doctestProgram(source: string): string {
  const parse = parsePython(source);
  const [only, ...rest] = parse.ok ? parse.tree.module.body : [];
  if (only?.nodeType !== 'Expr' || rest.length > 0) return source;
  return `mettle_shown = (${source}\n)\nif mettle_shown is not None:\n    print(repr(mettle_shown))`;
}

/** Whether output is what an example wants; `...` stands for anything where the example allows it by `+ELLIPSIS`. */
export function matchesWant(got: string, { want, source }: DoctestExample): boolean {
  const printed = got
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
  if (printed === want) return true;
  if (!/#\s*doctest:.*\+ELLIPSIS/.test(source)) return false;
  let at = 0;
  const pieces = want.split('...');
  for (const [index, piece] of pieces.entries()) {
    const found = printed.indexOf(piece, at);
    if (found < 0 || (index === 0 && found !== 0)) return false;
    at = found + piece.length;
  }
  return at === printed.length || want.endsWith('...');
}
