/** A piece of a source text. */
export interface SourceToken {
  readonly kind: 'text' | 'number' | 'word' | 'operator' | 'other';
  readonly text: string;
  /** Where it begins. */
  readonly start: number;
}

const TOKEN =
  /(?<skip>\s+|--[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*")|(?<number>\d+(?:\.\d+)?)|(?<word>[A-Za-z_]\w*)|(?<operator><>|[<>=!]=|[<>=])|(?<other>.)/gsu;

/**
 * The tokens of an SQL statement or a Python script, near enough to edit one of them: no edit falls inside a quoted text
 * or a comment.
 */
export function sourceTokens(source: string): readonly SourceToken[] {
  const tokens: SourceToken[] = [];
  for (const { groups = {}, 0: text, index } of source.matchAll(TOKEN)) {
    if (groups.skip !== undefined) continue;
    const kind = (['text', 'number', 'word', 'operator'] as const).find((name) => groups[name] !== undefined);
    tokens.push({ kind: kind ?? 'other', text, start: index });
  }
  return tokens;
}

/** The source with one token in other words. */
export function replaceToken(source: string, token: SourceToken, text: string): string {
  return source.slice(0, token.start) + text + source.slice(token.start + token.text.length);
}
