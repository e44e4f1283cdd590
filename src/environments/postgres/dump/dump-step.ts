import { DumpReader } from '../../sql/dump/dump-reader.js';
import type { DumpStatement } from '../../sql/dump/dump-statements.js';
import { type DumpToken, isMark, isWord, tokensText } from '../../sql/dump/dump-tokens.js';

/** What is done with a statement of a dump. */
export type DumpStep =
  | { readonly kind: 'run'; readonly sql: string; readonly name: string; readonly mayFail: boolean }
  | { readonly kind: 'rows'; readonly sql: string; readonly name: string }
  | { readonly kind: 'copy'; readonly sql: string; readonly name: string; readonly rows: readonly string[] }
  /** It is about the server, the session or the speed, and nothing that a world shows. */
  | { readonly kind: 'aside' }
  | { readonly kind: 'left_out'; readonly name: string; readonly reason: string };

/** Settings that decide how the statements behind them are read. */
const SETTINGS = ['SEARCH_PATH', 'DATESTYLE', 'INTERVALSTYLE'];
/** What a world has of a dump. */
const MADE = ['TABLE', 'VIEW', 'INDEX', 'TYPE', 'DOMAIN', 'SEQUENCE', 'SCHEMA'];
/** What runs a dump's own code, or guards rows by one. */
const CODE =
  'FUNCTION PROCEDURE TRIGGER RULE AGGREGATE OPERATOR POLICY CAST EVENT EXTENSION CONVERSION TRANSFORM'.split(
    ' ',
  );
const ASIDE =
  'BEGIN START COMMIT END ROLLBACK SAVEPOINT RELEASE ANALYZE VACUUM GRANT REVOKE COMMENT LOCK REFRESH CLUSTER REINDEX RESET SECURITY NOTIFY LISTEN SET SELECT CHECKPOINT DISCARD'.split(
    ' ',
  );
const NO_CODE = "Worlds have none of a dump's own code: what it does could not be told or repeated.";
const NO_QUERY = 'Its rows would come from a query; only values are read.';

/** Decides what is done with a statement of PostgreSQL's. Only what makes tables and rows is run. */
export function dumpStep({ tokens, text, rows }: DumpStatement, read: string = text): DumpStep {
  const [first, second] = tokens;
  const sql = withOwnUuids(read);
  if (isWord(first, 'CREATE')) return created(tokens, sql);
  if (isWord(first, 'ALTER')) return altered(tokens, sql);
  if (isWord(first, 'DROP')) {
    if (!isWord(second, 'TABLE', 'VIEW', 'TYPE', 'DOMAIN', 'SEQUENCE', 'INDEX')) return { kind: 'aside' };
    // Dumps drop as a precaution what isn't there.
    return { kind: 'run', sql, name: '', mayFail: true };
  }
  if (isWord(first, 'INSERT')) {
    const isValues = outside(tokens).some((token) => isWord(token, 'VALUES'));
    const name = `rows of ${nameAfter(tokens, 'INTO')}`;
    return isValues ? { kind: 'rows', sql, name } : { kind: 'left_out', name, reason: NO_QUERY };
  }
  if (isWord(first, 'COPY')) {
    const name = `rows of ${nameAfter(tokens, 'COPY')}`;
    return rows.length > 0 || tokens.some((token) => isWord(token, 'STDIN'))
      ? { kind: 'copy', sql, name, rows }
      : { kind: 'left_out', name, reason: 'They are in another file.' };
  }
  if (isWord(first, 'UPDATE', 'DELETE', 'TRUNCATE')) {
    return { kind: 'rows', sql, name: `rows of ${nameAfter(tokens, 'UPDATE', 'FROM', 'TRUNCATE', 'TABLE')}` };
  }
  if (isWord(first, 'SET') && tokens.slice(1, 3).some((token) => isWord(token, ...SETTINGS))) {
    return { kind: 'run', sql, name: '', mayFail: true };
  }
  if (isWord(first, 'SELECT') && isSetting(tokens)) return { kind: 'run', sql, name: '', mayFail: true };
  if (isWord(first, ...ASIDE)) return { kind: 'aside' };
  const name = tokensText(tokens.slice(0, 3));
  const isCode = isWord(first, 'DO', 'CALL', 'EXECUTE', 'PREPARE');
  return { kind: 'left_out', name, reason: isCode ? NO_CODE : 'It is not known what it says.' };
}

/** Functions of the extension `uuid-ossp` that give a new value, which PostgreSQL has one of itself; what stands in quotes is passed over. */
const UUIDS = /'[^']*'|(?:\b\w+\.|"\w+"\.)?\buuid_generate_v[14]\(\)/gi;

function withOwnUuids(sql: string): string {
  return sql.replace(UUIDS, (found) => (found.startsWith("'") ? found : 'pg_catalog.gen_random_uuid()'));
}

function created(tokens: readonly DumpToken[], sql: string): DumpStep {
  const at = tokens.findIndex((token, index) => index < 8 && isWord(token, ...MADE, ...CODE));
  const kind = tokens[at]?.value.toUpperCase() ?? '';
  // `CREATE TEXT SEARCH …`, `CREATE ROLE`, `CREATE DATABASE`, and the like.
  if (at === -1) return { kind: 'aside' };
  const reader = new DumpReader(tokens.slice(at + 1));
  reader.takeWords('CONCURRENTLY');
  reader.takeWords('IF', 'NOT', 'EXISTS');
  const name = `${kind.toLowerCase()} ${isWord(reader.peek(), 'ON') ? '' : (reader.takeName() ?? '')}`.trim();
  if (CODE.includes(kind)) {
    const isThere = name === 'extension plpgsql';
    return isThere ? { kind: 'aside' } : { kind: 'left_out', name, reason: NO_CODE };
  }
  const isView = kind === 'VIEW';
  if (kind === 'TABLE' && outside(tokens).some((token) => isWord(token, 'AS'))) {
    return { kind: 'left_out', name, reason: NO_QUERY };
  }
  if (!isView && kind !== 'TABLE') {
    const isPlain = kind === 'INDEX' && !tokens.slice(0, at).some((token) => isWord(token, 'UNIQUE'));
    // An index changes no answer, unless it keeps values apart.
    return { kind: 'run', sql, name, mayFail: isPlain || kind === 'SCHEMA' };
  }
  // What is kept of a materialized view would be stale after the first write.
  const plain = isView
    ? sql
        .trimEnd()
        .replace(/^CREATE\s+MATERIALIZED\s+VIEW(?:\s+IF\s+NOT\s+EXISTS)?/i, 'CREATE VIEW')
        .replace(/\bWITH\s{1,9}(?:NO\s{1,9})?DATA$/i, '')
        .trimEnd()
    : sql;
  return { kind: 'run', sql: plain, name, mayFail: false };
}

/** Parts of `ALTER TABLE` that are about rights, speed and triggers. */
const SERVED =
  /\bOWNER\s+TO\b|\b(?:ENABLE|DISABLE)\s+(?:ALWAYS\s+|REPLICA\s+)?(?:TRIGGER|RULE)\b|\bROW\s+LEVEL\s+SECURITY\b|\bCLUSTER\s+ON\b|\bREPLICA\s+IDENTITY\b|\bSET\s+(?:TABLESPACE|LOGGED|UNLOGGED|STATISTICS|STORAGE)\b/i;

function altered(tokens: readonly DumpToken[], sql: string): DumpStep {
  if (!isWord(tokens[1], 'TABLE', 'SEQUENCE', 'TYPE', 'DOMAIN', 'VIEW')) return { kind: 'aside' };
  const words = tokens.map(({ kind, value }) => (kind === 'word' ? value : '_')).join(' ');
  if (SERVED.test(words)) return { kind: 'aside' };
  const reader = new DumpReader(tokens.slice(2));
  reader.takeWords('IF', 'EXISTS');
  reader.takeWords('ONLY');
  const name = `${tokens[1]?.value.toLowerCase()} ${reader.takeName() ?? ''}`;
  return { kind: 'run', sql, name: `change of ${name}`, mayFail: false };
}

/** Whether a SELECT sets where a sequence goes on, or where names are looked for, and nothing else. */
function isSetting(tokens: readonly DumpToken[]): boolean {
  const reader = new DumpReader(tokens.slice(1));
  const name = reader.takeName()?.toLowerCase();
  const given = reader.takeGroup() ?? [];
  if (!reader.isDone || given.some((token) => isMark(token, '('))) return false;
  return name === 'setval' || (name === 'set_config' && given[0]?.value.toLowerCase() === 'search_path');
}

/** The tokens that stand in no parentheses. */
function outside(tokens: readonly DumpToken[]): readonly DumpToken[] {
  let depth = 0;
  return tokens.filter((token) => {
    if (isMark(token, '(')) depth++;
    if (isMark(token, ')')) depth--;
    return depth === 0;
  });
}

function nameAfter(tokens: readonly DumpToken[], ...words: readonly string[]): string {
  const reader = new DumpReader(tokens.slice(tokens.findIndex((token) => isWord(token, ...words)) + 1));
  reader.takeWords('TABLE');
  reader.takeWords('ONLY');
  return reader.takeName() ?? 'a table';
}
