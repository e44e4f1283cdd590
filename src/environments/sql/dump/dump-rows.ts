import type { Database, PreparedStatement, SqlValue } from '@sqlite.org/sqlite-wasm';
import { errorMessage } from '../../../core/internal.js';
import type { DumpPlan } from './dump-declarations.js';
import { DumpReader, namesIn } from './dump-reader.js';
import type { DumpStatement } from './dump-statements.js';
import { readableText } from './dump-text.js';
import { type DumpToken, isMark, isWord, tokensText } from './dump-tokens.js';
import { plainTokens } from './dump-words.js';

/** A statement of MySQL's or PostgreSQL's in SQLite's words: without schemas before names, casts and options of theirs. */
export function sqliteText({ tokens }: DumpStatement, { schemas, dialect }: DumpPlan): string {
  const kept: DumpToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as DumpToken;
    const isSchema = token.kind !== 'string' && schemas.has(token.value.toLowerCase());
    if (isSchema && isMark(tokens[at + 1], '.')) at++;
    else if (isWord(token, 'ONLY') && isWord(tokens[at - 1], 'FROM', 'UPDATE')) continue;
    else if (isWord(token, 'OVERRIDING')) at += 2;
    else if (isWord(token, 'SEPARATOR') && dialect === 'mysql') kept.push({ kind: 'mark', value: ',' });
    else if (isWord(token, 'USING') && isWord(tokens[at + 1], 'BTREE', 'HASH')) at++;
    else if (isWord(token, 'IGNORE') && isWord(tokens[at - 1], 'INSERT')) {
      kept.push({ kind: 'word', value: 'OR' }, token);
    } else kept.push(dialect === 'postgres' ? withBytes(token) : token);
  }
  return tokensText(plainTokens(withoutViewOptions(kept)));
}

/** PostgreSQL writes bytes as a text of hex digits. */
function withBytes(token: DumpToken): DumpToken {
  const isBytes = token.kind === 'string' && /^\\x(?:[0-9a-f]{2})*$/i.test(token.value);
  return isBytes ? { kind: 'blob', value: token.value.slice(2) } : token;
}

/** What MySQL says between CREATE and VIEW is about rights and speed. */
function withoutViewOptions(tokens: readonly DumpToken[]): readonly DumpToken[] {
  const at = isWord(tokens[0], 'CREATE') ? tokens.findIndex((token) => isWord(token, 'VIEW', 'INDEX')) : -1;
  if (!isWord(tokens[at], 'VIEW')) return tokens;
  const end = isWord(tokens.at(-1), 'DATA') ? (isWord(tokens.at(-2), 'NO') ? -3 : -2) : undefined;
  return [tokens[0] as DumpToken, ...tokens.slice(at, end)];
}

/** Inserts the rows of a `COPY … FROM stdin`, and gives the first problem; null for none. */
export function copyRows(database: Database, { tokens, rows }: DumpStatement, plan: DumpPlan): string | null {
  if (!isWord(tokens.at(-1), 'STDIN')) return 'Rows of COPY are read as text without options.';
  const reader = new DumpReader(tokens.slice(1));
  const named = (reader.takeName() ?? '').toLowerCase();
  const table = plan.tables.get(plan.parts.get(named) ?? named);
  if (table === undefined) return `There is no table ${named}.`;
  const columns = namesIn(reader.takeGroup() ?? []);
  const targets = columns.length > 0 ? columns : table.columns.map(({ name }) => name);
  const types = targets.map(
    (target) => table.columns.find(({ name }) => name.toLowerCase() === target.toLowerCase())?.type ?? '',
  );
  const names = targets.map((name): DumpToken => ({ kind: 'name', value: name }));
  const into: DumpToken = { kind: 'name', value: table.name };
  const sql = `INSERT INTO ${tokensText([into])} (${names.map((name) => tokensText([name])).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  let problem: string | null = null;
  let insert: PreparedStatement | undefined;
  try {
    insert = database.prepare(sql);
    for (const row of rows) {
      const values = row.split('\t').map((text, index) => copiedValue(text, types[index] ?? ''));
      try {
        if (values.length !== names.length)
          throw new Error(`a row has ${values.length} values, not ${names.length}`);
        insert.bind(values).stepReset();
      } catch (error) {
        insert.reset(true);
        problem ??= errorMessage(error);
      }
    }
    return problem;
  } catch (error) {
    return errorMessage(error);
  } finally {
    insert?.finalize();
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

function copiedValue(text: string, type: string): SqlValue {
  if (text === '\\N') return null;
  const value = readableText(text).replace(/\\([\s\S])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
  if (type === 'BOOLEAN') return value === 't' ? 1 : value === 'f' ? 0 : value;
  return type === 'BLOB' && value.startsWith('\\x')
    ? Uint8Array.from(Buffer.from(value.slice(2), 'hex'))
    : value;
}
