import { isJsonObject, type Json } from '../../../../core/index.js';
import { errorMessage, startOf } from '../../../../core/internal.js';
import {
  badTable,
  MOST_CELLS,
  MOST_COLUMNS,
  MOST_ROWS,
  refuseBinary,
  type Table,
  type TableChanges,
  type TableRow,
} from './table.js';

/** One member of the object on a line: its name, and where its value stands. */
interface Member {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

interface Line {
  readonly text: string;
  readonly end: string;
  /** Null on a blank line. */
  readonly members: readonly Member[] | null;
}

/**
 * Reads JSON Lines: one object a line, whose members are the cells. Texts say what they hold, null nothing, everything
 * else is the JSON that stands there.
 *
 * @throws {MettleError} `cli/bad_table` with the line and what is wrong with it.
 */
export function readJsonLinesTable(options: { readonly name: string; readonly text: string }): Table {
  const { name } = options;
  refuseBinary(name, options.text);
  const mark = options.text.startsWith('\ufeff') ? '\ufeff' : '';
  const lines = readLines(name, options.text.slice(mark.length));
  const places = new Map<string, number>();
  for (const { members } of lines)
    for (const member of members ?? []) if (!places.has(member.name)) places.set(member.name, places.size);
  const columns = [...places.keys()];
  if (columns.length === 0) throw badTable(name, null, 'holds no object; a line is {"column": "text", …}');
  if (columns.length > MOST_COLUMNS) {
    throw badTable(name, null, `has ${columns.length} different names; at most ${MOST_COLUMNS} are read`);
  }
  const objects = lines.flatMap((line, index) =>
    line.members === null ? [] : [{ ...line, number: index + 1 }],
  );
  if (objects.length * columns.length > MOST_CELLS) {
    throw badTable(name, null, `has more than the ${MOST_CELLS} cells that are read`);
  }
  return {
    name,
    text: options.text,
    columns,
    rows: objects.map(({ text, members, number }): TableRow => {
      const cells = columns.map(() => '');
      for (const member of members ?? []) {
        cells[places.get(member.name) ?? 0] = valueText(text.slice(member.from, member.to));
      }
      return { line: number, cells };
    }),
    holdsNumbers: (column) => {
      const filled = objects.flatMap(({ text, members }) => {
        const member = members?.find((candidate) => candidate.name === column);
        const raw = member === undefined ? 'null' : text.slice(member.from, member.to);
        return raw === 'null' || raw === '""' ? [] : [raw];
      });
      return filled.length > 0 && filled.every((raw) => isScalar(raw));
    },
    render: (changes) => mark + render(lines, changes),
  };
}

function render(lines: readonly Line[], { column, values, only, asNumbers }: TableChanges): string {
  let text = '';
  let index = 0;
  for (const line of lines) {
    if (line.members === null) {
      if (only === undefined) text += line.text + line.end;
      continue;
    }
    if (only === undefined || only.has(index)) {
      const value = values.get(index);
      const written =
        value === undefined ? null : asNumbers && isScalar(value) ? value : JSON.stringify(value);
      text += (written === null ? line.text : withMember(line, column, written)) + line.end;
    }
    index++;
  }
  return text;
}

/** The line with a member's value replaced, or the member added as the last, spaced as the others are. */
function withMember({ text, members }: Line, name: string, value: string): string {
  const known = members?.find((member) => member.name === name);
  if (known !== undefined) return text.slice(0, known.from) + value + text.slice(known.to);
  const last = members?.at(-1);
  const close = text.lastIndexOf('}');
  if (last === undefined)
    return `${text.slice(0, close)}${JSON.stringify(name)}: ${value}${text.slice(close)}`;
  const afterColon = /:(\s*)$/.exec(text.slice(0, last.from))?.[1] ?? '';
  const second = members?.[1];
  const afterComma =
    second === undefined
      ? afterColon
      : (/,(\s*)"/.exec(text.slice(members?.[0]?.to ?? 0, second.from))?.[1] ?? '');
  return `${text.slice(0, last.to)},${afterComma}${JSON.stringify(name)}:${afterColon}${value}${text.slice(last.to)}`;
}

function readLines(name: string, text: string): Line[] {
  const lines: Line[] = [];
  for (const match of text.matchAll(/([^\n]*?)(\r?\n|$)/gy)) {
    const [whole, line = '', end = ''] = match;
    if (whole === '') break;
    lines.push({
      text: line,
      end,
      members: line.trim() === '' ? null : membersOf(name, lines.length + 1, line),
    });
    if (lines.length > MOST_ROWS)
      throw badTable(name, lines.length, `is beyond the ${MOST_ROWS} lines that are read`);
  }
  return lines;
}

function membersOf(table: string, line: number, text: string): readonly Member[] {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (cause) {
    throw badTable(table, line, `is not JSON (${errorMessage(cause)})`, cause);
  }
  if (!isJsonObject(value)) throw badTable(table, line, 'is not an object; a line is {"column": "text", …}');
  const members: Member[] = [];
  const names = new Set<string>();
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text[at] === '"') {
    const nameEnd = skipString(text, at);
    const member = JSON.parse(text.slice(at, nameEnd)) as string;
    if (names.has(member)) throw badTable(table, line, `has two members "${startOf(member, 40)}"`);
    names.add(member);
    const from = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const to = skipValue(text, from);
    if (isBroken(member) || isBroken(valueText(text.slice(from, to)))) {
      throw badTable(table, line, 'holds half of a character (a lone surrogate)');
    }
    members.push({ name: member, from, to });
    at = skipSpace(text, to);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return members;
}

function valueText(raw: string): string {
  if (raw.startsWith('"')) return JSON.parse(raw) as string;
  return raw === 'null' ? '' : raw;
}

function isBroken(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** A number or truth value as JSON writes it. */
function isScalar(text: string): boolean {
  return /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at++;
  return at;
}

/** Place after the string that starts at `from`; the text is valid JSON. */
function skipString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const character = text[at] ?? '';
    if (character === '"') {
      at = skipString(text, at);
      continue;
    }
    if ('{['.includes(character)) depth++;
    else if ('}]'.includes(character)) depth--;
    else if (depth === 0) {
      while (at < text.length && !/[\s,}\]]/.test(text[at] ?? '')) at++;
      return at;
    }
    at++;
  } while (depth > 0);
  return at;
}
