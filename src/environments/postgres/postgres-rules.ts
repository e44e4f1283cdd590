import { OWN_NAMESPACES } from './postgres-schema.js';

/**
 * What a world's database lets the agent's role do: read and change rows of its tables. Functions whose answer does not
 * follow from their arguments and the rows, and all that show or change the server, are nobody's to call; so
 * `set_config` and what runs a text as SQL can't lead out of the role within a statement.
 */
export const POSTGRES_RULES: string = `
CREATE ROLE agent NOLOGIN;
DO $rules$
DECLARE
  routine regprocedure;
  namespace text;
BEGIN
  FOR namespace IN SELECT nspname FROM pg_namespace WHERE oid IN (${OWN_NAMESPACES}) LOOP
    EXECUTE format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', namespace);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO agent', namespace);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO agent', namespace);
  END LOOP;
  FOR routine IN
    SELECT oid::regprocedure FROM pg_proc
    WHERE prokind <> 'p' AND (provolatile = 'v' OR (proname LIKE 'pg\\_%' AND proname <> 'pg_typeof')
      OR proname IN ('now', 'transaction_timestamp', 'statement_timestamp', 'age', 'version', 'current_setting'))
  LOOP
    EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', routine);
  END LOOP;
END
$rules$;
REVOKE ALL ON DATABASE postgres FROM PUBLIC;
GRANT EXECUTE ON FUNCTION age(timestamp, timestamp), age(timestamptz, timestamptz) TO PUBLIC;
REVOKE SELECT ON ALL TABLES IN SCHEMA pg_catalog FROM PUBLIC;
REVOKE SELECT ON ALL TABLES IN SCHEMA information_schema FROM PUBLIC;
`;
