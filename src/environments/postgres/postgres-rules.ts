/**
 * What a world's database lets the agent's role do: read and change rows of its tables. Functions whose answer does not
 * follow from their arguments and the rows, and all that show or change the server, are nobody's to call; so
 * `set_config` and what runs a text as SQL can't lead out of the role within a statement.
 */
export const POSTGRES_RULES = `
CREATE ROLE agent NOLOGIN;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO agent;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO agent;
REVOKE ALL ON DATABASE postgres FROM PUBLIC;
ALTER DATABASE postgres SET timezone = 'UTC';
ALTER DATABASE postgres SET temp_file_limit = '64MB';
DO $rules$
DECLARE routine regprocedure;
BEGIN
  FOR routine IN
    SELECT oid::regprocedure FROM pg_proc
    WHERE prokind <> 'p' AND (provolatile = 'v' OR (proname LIKE 'pg\\_%' AND proname <> 'pg_typeof')
      OR proname IN ('now', 'transaction_timestamp', 'statement_timestamp', 'age', 'version', 'current_setting'))
  LOOP
    EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', routine);
  END LOOP;
END
$rules$;
GRANT EXECUTE ON FUNCTION age(timestamp, timestamp), age(timestamptz, timestamptz) TO PUBLIC;
REVOKE SELECT ON ALL TABLES IN SCHEMA pg_catalog FROM PUBLIC;
REVOKE SELECT ON ALL TABLES IN SCHEMA information_schema FROM PUBLIC;
`;
