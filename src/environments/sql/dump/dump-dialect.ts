import { endOf, startOf } from '../../../core/internal.js';

/** Whose dump a text is. */
export type DumpDialect = 'sqlite' | 'mysql' | 'postgres';

/** Characters at the beginning and at the end of a dump that say whose it is. */
const LOOK = 200_000;

/** What only one of them writes. PostgreSQL stands for all that is standard SQL and not SQLite's. */
const MARKS: Readonly<Record<Exclude<DumpDialect, 'sqlite'>, RegExp>> = {
  mysql:
    /^-- (?:MySQL|MariaDB) dump|\bENGINE\s*=|\bAUTO_INCREMENT\b|^DELIMITER\b|\bLOCK TABLES\b|\/\*!\d{5}|\) DEFAULT CHARSET|\bUNSIGNED\b|^[ \t]*USE `|\bCREATE DATABASE `/im,
  postgres:
    /PostgreSQL database dump|\bALTER TABLE\s[^;]{0,200}\sADD (?:CONSTRAINT|PRIMARY|FOREIGN)|^COPY .* FROM stdin|\bpg_catalog\b|\bsearch_path\b|::\w|\bcharacter varying\b|\b(?:big|small)?serial\b|\bnextval\s*\(|\$\$|\bCREATE EXTENSION\b|\btimestamptz\b|\bALTER TABLE ONLY\b|\bGENERATED (?:ALWAYS|BY DEFAULT) AS IDENTITY\b|\bUSING btree\b|\bjsonb\b|\bTIMESTAMP WITH(?:OUT)? TIME ZONE\b|\bOWNER TO\b/im,
};

/** Whose dump a text is by what only one of them writes; SQLite's where there is nothing of the kind. */
export function dumpDialect(text: string): DumpDialect {
  const sample = text.length > 2 * LOOK ? startOf(text, LOOK) + endOf(text, LOOK) : text;
  const plain = sample.replace(/'[^']*'/g, "''");
  if (MARKS.mysql.test(plain)) return 'mysql';
  return MARKS.postgres.test(plain) ? 'postgres' : 'sqlite';
}
