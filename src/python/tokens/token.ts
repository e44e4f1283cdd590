/**
 * What a token is. `newline` ends a logical line, `line-break` any other line end; `indent` and `dedent` are empty;
 * `string` is a whole plain literal, an f-string or t-string comes as `template-start`, `template-text` and
 * `template-end` with the tokens of its fields between; `error` is a character or literal that Python cannot read.
 */
export type TokenKind =
  | 'name'
  | 'number'
  | 'string'
  | 'template-start'
  | 'template-text'
  | 'template-end'
  | 'operator'
  | 'comment'
  | 'newline'
  | 'line-break'
  | 'indent'
  | 'dedent'
  | 'error';

/** One token: what it is and where it lies, as UTF-16 offsets, the end exclusive. */
export interface PythonToken {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/** What the tokenizer cannot accept. */
export type LexicalProblemKind =
  | 'unterminated-string'
  | 'unterminated-triple-quoted-string'
  | 'unclosed-field'
  | 'unexpected-character'
  | 'bad-line-continuation'
  | 'inconsistent-dedent'
  | 'inconsistent-tabs'
  | 'unmatched-bracket'
  | 'mismatched-bracket'
  | 'unclosed-bracket'
  | 'too-many-brackets'
  | 'too-many-indents'
  | 'huge-integer';

/** One place that the tokenizer cannot accept; `opening` is the bracket that a mismatched one should close. */
export interface LexicalProblem {
  readonly kind: LexicalProblemKind;
  readonly start: number;
  readonly end: number;
  readonly opening?: number;
}

/** All that one scan over a source learns. */
export interface PythonTokens {
  readonly source: string;
  readonly tokens: readonly PythonToken[];
  /** In the order of the text, unclosed brackets last (innermost first). At most 1,000 are kept. */
  readonly problems: readonly LexicalProblem[];
  /** The deepest nesting of brackets, the fields of f-strings included. */
  readonly deepestNesting: number;
}
