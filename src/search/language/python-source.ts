/** How tightly a piece of Python holds together, by the precedence table of the Python reference. */
export const BINDING = {
  conditional: 1,
  or: 2,
  and: 3,
  not: 4,
  comparison: 5,
  sum: 6,
  product: 7,
  sign: 8,
  primary: 10,
} as const;

/** A piece of Python source. */
export interface PythonSource {
  readonly text: string;
  /** One of {@link BINDING}. */
  readonly binding: number;
  /** For `[item for item in …]`: what comes after `for`, so that a loop over it can be the same loop. */
  readonly loop?: string;
}

/**
 * Fills a template: `{0}` is the first argument where anything may stand (inside brackets), `{0!}` where only a
 * primary may (before a dot or a subscript), `{0~}` where something that binds as tightly as the result may.
 * Parentheses are added where the argument needs them.
 */
export function fillTemplate(template: string, binding: number, args: readonly PythonSource[]): PythonSource {
  const text = template.replace(/\{(\d+)([!~]?)\}/g, (_match, index: string, mark: string) => {
    const argument = args[Number(index)];
    if (argument === undefined) return '';
    const needed = mark === '!' ? BINDING.primary : mark === '~' ? binding : 0;
    return bracketed(argument, needed);
  });
  return { text, binding };
}

/** A piece in brackets, unless it binds as tightly as it has to. */
export function bracketed({ text, binding }: PythonSource, needed: number): string {
  return binding < needed ? `(${text})` : text;
}

/** A Python string literal, in single quotes unless that needs an escape and double quotes do not. */
export function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let literal = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\\' || character === quote) literal += `\\${character}`;
    else if (character === '\n') literal += '\\n';
    else if (character === '\t') literal += '\\t';
    else if (character === '\r') literal += '\\r';
    else if (code < 0x20 || code === 0x7f) literal += `\\x${code.toString(16).padStart(2, '0')}`;
    else if (code >= 0xd800 && code <= 0xdfff) literal += `\\u${code.toString(16)}`;
    else literal += character;
  }
  return quote + literal + quote;
}

/** Python source of a JSON value, as a literal. */
export function pythonLiteral(value: unknown): PythonSource {
  if (value === null) return { text: 'None', binding: BINDING.primary };
  if (value === true) return { text: 'True', binding: BINDING.primary };
  if (value === false) return { text: 'False', binding: BINDING.primary };
  if (typeof value === 'string') return { text: pythonString(value), binding: BINDING.primary };
  if (typeof value === 'number') {
    return { text: String(value), binding: value < 0 ? BINDING.sign : BINDING.primary };
  }
  if (Array.isArray(value)) {
    return {
      text: `[${value.map((item) => pythonLiteral(item).text).join(', ')}]`,
      binding: BINDING.primary,
    };
  }
  const members = Object.entries(value as object).map(
    ([key, member]) => `${pythonString(key)}: ${pythonLiteral(member).text}`,
  );
  return { text: `{${members.join(', ')}}`, binding: BINDING.primary };
}
