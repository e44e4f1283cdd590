import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../../core/code-point.fixture.js';
import { tokenizePython } from './tokenizer.js';

function kinds(source: string): string[] {
  return tokenizePython(source).tokens.map(
    ({ kind, start, end }) => `${kind}${end > start ? `:${source.slice(start, end)}` : ''}`,
  );
}

describe('tokenizePython', () => {
  it('splits names, numbers, operators, strings and comments', () => {
    expect(kinds('x = 0x_ff+1.5e-3j**2  # hi')).toEqual([
      'name:x',
      'operator:=',
      'number:0x_ff',
      'operator:+',
      'number:1.5e-3j',
      'operator:**',
      'number:2',
      'comment:# hi',
      'newline',
    ]);
    expect(kinds('rb"a\\"b" \'c\' """d\n"""')).toEqual([
      'string:rb"a\\"b"',
      "string:'c'",
      'string:"""d\n"""',
      'newline',
    ]);
  });

  it('opens and closes blocks, blank and comment lines aside', () => {
    expect(kinds('if x:\n    y\n\n  # note\n    z\nw\n')).toEqual([
      'name:if',
      'name:x',
      'operator::',
      'newline:\n',
      'indent:    ',
      'name:y',
      'newline:\n',
      'line-break:\n',
      'comment:# note',
      'line-break:\n',
      'name:z',
      'newline:\n',
      'dedent',
      'name:w',
      'newline:\n',
    ]);
  });

  it('reads the fields of f-strings as code', () => {
    expect(kinds('f"a{x!r:>{w}}{{b}}"')).toEqual([
      'template-start:f"',
      'template-text:a',
      'operator:{',
      'name:x',
      'operator:!',
      'name:r',
      'operator::',
      'template-text:>',
      'operator:{',
      'name:w',
      'operator:}',
      'operator:}',
      'template-text:{{b}}',
      'template-end:"',
      'newline',
    ]);
    expect(kinds('f"{d["k"]}"').slice(2, 7)).toEqual([
      'name:d',
      'operator:[',
      'string:"k"',
      'operator:]',
      'operator:}',
    ]);
    expect(kinds('rf"\\{x}" f"\\N{DASH}"')).toContain('template-text:\\N{DASH}');
  });

  it.each([
    ['\\{x}', ['template-text:\\', 'operator:{', 'name:x', 'operator:}']],
    ['\\N{x}', ['template-text:\\N', 'operator:{', 'name:x', 'operator:}']],
    ['\\{{x}}', ['template-text:\\{{x}}']],
  ])('opens no escape by a backslash before a field: rf"%s"', (text, expected) => {
    expect(kinds(`rf"${text}"`).slice(1, -2)).toEqual(expected);
    if (!text.includes('N')) expect(kinds(`f"${text}"`).slice(1, -2)).toEqual(expected);
  });

  it('joins lines inside brackets and after a backslash', () => {
    expect(kinds('(a,\n b)\nc = \\\n d').filter((kind) => kind.startsWith('newline'))).toHaveLength(2);
  });

  it.each([
    ['unterminated-string', 'x = "abc'],
    ['unterminated-triple-quoted-string', 'x = """abc\n'],
    ['unclosed-field', 'f"{x"'],
    ['unexpected-character', 'a ? b'],
    ['bad-line-continuation', 'a \\ b'],
    ['inconsistent-dedent', 'if x:\n    y\n  z'],
    ['inconsistent-tabs', 'if x:\n\ty\n        z'],
    ['unmatched-bracket', 'x)'],
    ['mismatched-bracket', '(x]'],
    ['unclosed-bracket', '(x'],
    ['too-many-brackets', '('.repeat(201)],
    ['huge-integer', `x = ${'1'.repeat(4301)}`],
  ])('reports %s', (kind, source) => {
    expect(tokenizePython(source).problems.map((problem) => problem.kind)).toContain(kind);
  });

  it('accepts every text, and its tokens lie in order inside it', () => {
    const fragments = fc.constantFrom(
      ...[
        '"',
        "'",
        '"""',
        'f"',
        'f"""',
        '{',
        '}',
        '(',
        ')',
        '\\',
        '\n',
        '\r\n',
        '\t',
        '  ',
        '#',
        ':',
        'x',
        '1',
        'é',
      ],
    );
    const text = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.array(fragments).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (source) => {
        const { tokens, problems } = tokenizePython(source);
        let at = 0;
        for (const token of tokens) {
          expect(token.start).toBeGreaterThanOrEqual(at);
          expect(token.end).toBeGreaterThanOrEqual(token.start);
          at = token.end;
        }
        expect(at).toBeLessThanOrEqual(source.length);
        for (const problem of problems) expect(problem.end).toBeLessThanOrEqual(source.length);
        const indents = tokens.filter(({ kind }) => kind === 'indent').length;
        expect(tokens.filter(({ kind }) => kind === 'dedent')).toHaveLength(indents);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});
