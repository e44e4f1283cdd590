import { canonicalJson, isJsonObject, type Json, type JsonObject, sha256 } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import type { StateCheck } from '../task.js';
import type { Trajectory } from '../trajectory.js';
import { HARBOR_VERIFIER } from './harbor-verifier.js';
import type { UnwritableRecord, WrittenRecord } from './line-format.js';
import { sortedJson } from './sorted-json.js';
import { NO_EXPECTATION, taskPromptOf } from './task-prompt.js';

/** The image that worlds and verifiers run in. */
const IMAGE = 'python:3.12.11-slim-bookworm';
/** Checks that the verifier knows. */
const KNOWN: readonly StateCheck['kind'][] = ['fact', 'has', 'absent', 'count', 'unchanged'];

/** The files of a Harbor task, by path, or why a trajectory's task can't be one. */
export function harborTask(trajectory: Trajectory): WrittenRecord | UnwritableRecord {
  const { task, provenance, seed, environment } = trajectory;
  const { answer, goals = [], invariants = [], process = [], stateDigest } = task.expected;
  if (taskPromptOf(trajectory) === null) return { reason: NO_EXPECTATION };
  const checks = [...goals, ...invariants];
  const strange = checks.find(({ kind }) => !KNOWN.includes(kind));
  if (strange !== undefined)
    return { reason: `a verifier outside Mettle can't make the check ${strange.kind}` };
  if (stateDigest !== null)
    return { reason: "a verifier outside Mettle can't compute the digest of a world" };
  if (answer === null && goals.length === 0) return { reason: 'a verifier outside Mettle sees no calls' };
  const world = worldSql(provenance?.world);
  if (world === null) return { reason: 'the world is no SQL world whose rows are at hand' };
  const key = sha256(`${environment.fingerprint} ${seed} ${task.id}`);
  const name = `${nameOf(task.category)}-${startOf(key, 12)}`;
  const expected = sortedJson({ answer: withoutSchema(answer as unknown as Json), goals, invariants });
  return {
    record: {
      key,
      name,
      files: {
        'instruction.md': instruction(trajectory),
        'task.toml': taskToml(name, trajectory),
        'environment/Dockerfile': DOCKERFILE,
        'environment/world.sql': world,
        'tests/test.sh': TEST_SH,
        'tests/verify.py': HARBOR_VERIFIER,
        'tests/expected.json': `${JSON.stringify(expected, null, 1)}\n`,
        'tests/world.sql': world,
        'solution/solve.sh': SOLVE_SH,
        'solution/solve.py': SOLVE_PY,
        'solution/expected.json': `${JSON.stringify(expected)}\n`,
      },
    },
    losses: [
      'the tools become the database and python3',
      ...(process.length > 0 ? ['what the calls must have been is not checked'] : []),
    ],
  };
}

function withoutSchema(answer: Json): Json {
  if (!isJsonObject(answer)) return answer;
  const { schema: _, ...rest } = answer;
  return rest;
}

function instruction({ task }: Trajectory): string {
  const { answer } = task.expected;
  return [
    ...(task.instructions === undefined ? [] : [task.instructions]),
    task.prompt,
    "The data is in the SQLite database `/app/world.db`. Use the module `sqlite3` of `python3`. Don't change what you weren't asked to change.",
    ...(answer === null ? [] : ['Write your answer as JSON, and nothing else, into `/app/answer.json`.']),
    ...(answer?.schema === undefined
      ? []
      : [`The answer has this JSON Schema: \`${canonicalJson(answer.schema).replaceAll('`', "'")}\`.`]),
    '',
  ].join('\n\n');
}

/** JSON strings are TOML strings, if what isn't seen is written as what it is. */
function taskToml(name: string, { task, environment, seed }: Trajectory): string {
  const text = (value: string): string =>
    JSON.stringify(value).replace(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
      (sign) => `\\U${(sign.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
    );
  return `schema_version = "1.4"
artifacts = ["/app/answer.json", "/app/world.db"]

[task]
name = ${text(`mettle/${name}`)}
description = ${text(`A task of the kind ${task.category} in the world ${environment.name}.`)}
keywords = ["sql", ${text(nameOf(task.category))}]

[metadata]
task_id = ${text(task.id)}
seed = ${seed}
world_fingerprint = ${text(environment.fingerprint)}

[agent]
timeout_sec = 600.0
user = "agent"

[verifier]
timeout_sec = 120.0
environment_mode = "separate"

[environment]
build_timeout_sec = 600.0
cpus = 1
memory_mb = 1024
network_mode = "no-network"
`;
}

function nameOf(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? ['task'];
  return startOf(words.join('-'), 40);
}

/** The statements that make a world; null where it's no SQL world with its rows. */
function worldSql(world: JsonObject | undefined): string | null {
  if (world?.type !== 'sql' || !isJsonObject(world.content) || 'database' in world) return null;
  const tables = world.content.tables;
  if (!Array.isArray(tables)) return null;
  const statements: string[] = [];
  for (const table of tables as readonly Json[]) {
    if (!isJsonObject(table) || typeof table.name !== 'string' || !Array.isArray(table.rows)) return null;
    // One statement each: what follows a semicolon would be another.
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(table.name) || String(table.columns).includes(';')) return null;
    statements.push(`CREATE TABLE "${table.name}" (${table.columns}) STRICT;`);
    for (const row of table.rows as readonly Json[]) {
      if (!Array.isArray(row)) return null;
      const values = row.map(literal);
      if (values.includes(null)) return null;
      statements.push(`INSERT INTO "${table.name}" VALUES (${values.join(', ')});`);
    }
  }
  return `${statements.join('\n')}\n`;
}

function literal(value: Json): string | null {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.includes('\0')) return null;
  return `'${value.replaceAll("'", "''")}'`;
}

const DOCKERFILE = `FROM ${IMAGE}
RUN useradd --create-home agent && mkdir /app && chown agent /app
USER agent
WORKDIR /app
COPY world.sql /tmp/world.sql
RUN python3 -c "import sqlite3; d = sqlite3.connect('/app/world.db'); d.executescript(open('/tmp/world.sql', encoding='utf-8').read()); d.commit()"
`;

const TEST_SH = `#!/bin/bash
set -e
python3 -I /tests/verify.py /tests /app /logs/verifier
`;

const SOLVE_SH = `#!/bin/bash
set -e
folder=$(dirname "$0")
python3 "$folder/solve.py" "$folder/expected.json" "\${1:-/app}"
`;

const SOLVE_PY = `import json
import sqlite3
import sys
from pathlib import Path

expected, app = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Path(sys.argv[2])
if expected["answer"] is not None:
    (app / "answer.json").write_text(json.dumps(expected["answer"]["value"]), encoding="utf-8")
database = sqlite3.connect(app / "world.db")
for goal in expected["goals"]:
    table = goal.get("name", "").split("/")[0]
    quoted = '"' + table + '"'
    if goal["kind"] == "fact":
        names = list(goal["value"])
        columns = ", ".join(f'"{name}"' for name in names)
        updates = ", ".join(f'"{name}" = excluded."{name}"' for name in names)
        marks = ", ".join("?" for _ in names)
        database.execute(f"INSERT INTO {quoted} ({columns}) VALUES ({marks}) ON CONFLICT DO UPDATE SET {updates}", list(goal["value"].values()))
    elif goal["kind"] == "absent":
        key = [c[1] for c in database.execute(f"PRAGMA table_info({quoted})") if c[5]]
        database.execute(f'DELETE FROM {quoted} WHERE CAST("{key[0]}" AS TEXT) = ?', [goal["name"].split("/", 1)[1]])
database.commit()
`;
