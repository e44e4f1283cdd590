import { endOf, startOf } from '../../../core/internal.js';

/** Whose dump a text is. */
export type DumpDialect = 'sqlite' | 'mysql' | 'postgres';

/** Characters at the beginning and at the end of a dump that say whose it is. */
const LOOK = 200_000;

/** What a dump's first comment says. */
const HEADS: Readonly<Record<'mysql' | 'postgres', RegExp>> = {
  mysql: /^-- (?:MySQL|MariaDB) dump|^-- phpMyAdmin/im,
  postgres: /^-- PostgreSQL database dump/im,
};

/** What only one of them writes. */
const SURE: Readonly<Record<DumpDialect, RegExp>> = {
  sqlite: /^[ \t]*PRAGMA\s+\w|\bAUTOINCREMENT\b|\bsqlite_sequence\b|\bWITHOUT\s+ROWID\b/im,
  mysql:
    /\bENGINE\s*=|\bAUTO_INCREMENT\b|^DELIMITER\b|\bLOCK TABLES\b|\/\*!\d{5}|\) DEFAULT CHARSET|^[ \t]*USE `|\bCREATE DATABASE `/im,
  postgres:
    /^COPY .* FROM stdin|\bpg_catalog\b|\bsearch_path\b|\bnextval\s*\(|\$\$|\bCREATE EXTENSION\b|\btimestamptz\b|\bALTER TABLE ONLY\b|\bAS IDENTITY\b|\bUSING btree\b|\bOWNER TO\b/im,
};

/** What is standard SQL, or may be a name elsewhere. PostgreSQL stands for all that is standard and not SQLite's. */
const LIKELY: Readonly<Record<'mysql' | 'postgres', RegExp>> = {
  mysql: /\bUNSIGNED\b/i,
  postgres:
    /\bALTER TABLE\s[^;]{0,200}\sADD (?:CONSTRAINT|PRIMARY|FOREIGN)|::\w|\bcharacter varying\b|\b(?:big|small)?serial\b|\bjsonb\b|\bTIMESTAMP WITH(?:OUT)? TIME ZONE\b/i,
};

/**
 * Whose dump a text is: what its head says, or what comes first in it of what only one of them writes, outside of texts and
 * comments; SQLite's where there is nothing of the kind.
 */
export function dumpDialect(text: string): DumpDialect {
  const sample = text.length > 2 * LOOK ? startOf(text, LOOK) + endOf(text, LOOK) : text;
  if (HEADS.mysql.test(sample)) return 'mysql';
  if (HEADS.postgres.test(sample)) return 'postgres';
  const plain = sample.replace(/'[^']*'|--[^\n]*|\/\*(?!!)[^*]*/g, (part) =>
    part.startsWith("'") ? "''" : ' ',
  );
  let first: DumpDialect | null = null;
  let place = Number.POSITIVE_INFINITY;
  for (const dialect of ['sqlite', 'mysql', 'postgres'] as const) {
    const at = plain.search(SURE[dialect]);
    if (at === -1 || at >= place) continue;
    first = dialect;
    place = at;
  }
  if (first !== null) return first;
  if (LIKELY.mysql.test(plain)) return 'mysql';
  return LIKELY.postgres.test(plain) ? 'postgres' : 'sqlite';
}
