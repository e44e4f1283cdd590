/**
 * How `npm run bench -- event-loop` calls each public function that takes text, bytes or data of a model, a tool, a file
 * or another program. What takes nothing of the kind has a reason in `event-loop-reasons.ts`.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as agents from 'mettle/agents';
import * as core from 'mettle/core';
import * as data from 'mettle/data';
import * as datasets from 'mettle/datasets';
import * as environments from 'mettle/environments';
import * as evaluation from 'mettle/evaluation';
import * as filesystem from 'mettle/filesystem';
import * as generation from 'mettle/generation';
import * as gym from 'mettle/gym';
import * as models from 'mettle/models';
import * as pipelines from 'mettle/pipelines';
import * as programs from 'mettle/programs';
import * as python from 'mettle/python';
import * as records from 'mettle/records';
import * as requirements from 'mettle/requirements';
import * as sandbox from 'mettle/sandbox';
import * as synthesis from 'mettle/synthesis';
import * as tools from 'mettle/tools';
import * as training from 'mettle/training';
import {
  ANY_TEXT,
  JSON_OBJECTS,
  JSON_TEXTS,
  PYTHON,
  SCHEMAS,
  SLOW_SCHEMAS,
  TEXTS,
} from './event-loop-inputs.js';
import { numbered, repeated, type Shape } from './shapes.js';

/** One way to call a public function. */
export interface Row<T = never> {
  readonly inputs: readonly Shape[];
  /** Makes what the call takes from an input; not measured. Default: the text itself. */
  readonly prepare?: (text: string, attempt: number) => T;
  readonly call: (given: T) => unknown;
}

type AnyRow = Row<never>;

/** What the parts of a row have to agree on. */
function row<T>(
  inputs: readonly Shape[],
  prepare: (text: string, attempt: number) => T,
  call: (given: T) => unknown,
): AnyRow {
  return { inputs, prepare, call } as unknown as AnyRow;
}

/** A function that takes text. */
const onText = (inputs: readonly Shape[], call: (text: string) => unknown): AnyRow =>
  row(inputs, (text) => Buffer.from(text).toString(), call);

/** Python is remembered by its text, so that each attempt gets a text of its own. */
const onPython = (call: (code: string) => unknown): AnyRow =>
  row(PYTHON, (text, attempt) => Buffer.from(`${text}#${attempt}`).toString(), call);

/** A function that takes JSON as JavaScript has it. */
const onJson = (call: (value: never) => unknown, inputs: readonly Shape[] = JSON_TEXTS): AnyRow =>
  row(inputs, (text) => JSON.parse(text) as never, call);

/** A function that takes an object. */
const onObject = (call: (value: never) => unknown): AnyRow => onJson(call, JSON_OBJECTS);

const asShape = (name: string, value: unknown): Shape => ({ name, make: () => JSON.stringify(value) });

const RECORD = {
  version: 2,
  id: 'a'.repeat(64),
  task: {
    id: 't',
    category: 'c',
    prompt: 'p',
    expected: { answer: { value: 500, comparison: 'number' }, state_digest: 'b'.repeat(64) },
    metadata: {},
  },
  environment: { name: 'hall', fingerprint: 'e'.repeat(64) },
  policy: { name: 'example', version: '1' },
  seed: 7,
  tools: [{ name: 'book', description: 'Books.', parameters: { type: 'object', properties: { hall: {} } } }],
  steps: [{ type: 'final_answer', content: '500', value: 500 }],
  final_answer: 500,
  initial_state_digest: 'a'.repeat(64),
  final_state_digest: 'b'.repeat(64),
  stop_reason: 'answered',
  stop_detail: null,
  usage: null,
  call_seconds: null,
  provenance: null,
  outcome: null,
  verification: null,
  requirements: null,
};

const digest = 'b'.repeat(64);
const callStep = (index: number): string =>
  `{"type":"tool_call","call_id":"c${index}","tool":"book","arguments":{"hall":${index}}},`;
const observationStep = (index: number): string =>
  `{"type":"observation","call_id":"c${index}","status":"ok","content":"ok","data":{"a":${index}},"error":null,"state_digest":"${digest}","changes":[]},`;

/** A record with one member of its own. */
function recordWith(member: string, json: (size: number) => string): (size: number) => string {
  const { [member as 'steps']: _, ...others } = RECORD;
  const rest = JSON.stringify(others).slice(1);
  return (size) => `{"${member}":${json(size)},${rest}`;
}

/** Records of trajectories, each one line. */
const RECORDS: readonly Shape[] = [
  {
    name: 'a record of calls',
    make: recordWith(
      'steps',
      numbered(
        '',
        (i) => callStep(i) + observationStep(i),
        '[',
        '{"type":"final_answer","content":"500","value":500}]',
      ).make,
    ),
  },
  {
    name: 'a record of equal calls',
    make: recordWith(
      'steps',
      repeated(
        '',
        callStep(1) + observationStep(1),
        '[',
        '{"type":"final_answer","content":"500","value":500}]',
      ).make,
    ),
  },
  {
    name: 'a record of thoughts',
    make: recordWith(
      'steps',
      repeated(
        '',
        '{"type":"thought","content":"a"},',
        '[',
        '{"type":"final_answer","content":"500","value":500}]',
      ).make,
    ),
  },
  {
    name: 'a record of as many tools as calls',
    make: (size) => {
      const list = Array.from({ length: size / 400 }, (_, i) => i);
      const tools = list.map((i) => `{"name":"book${i}","description":"d","parameters":{"type":"object"}}`);
      const { steps: _, tools: __, ...others } = RECORD;
      const steps = list.map((i) => callStep(i).replace('"book"', `"book${i}"`) + observationStep(i));
      return `{"steps":[${steps.join('')}{"type":"final_answer","content":"500","value":500}],"tools":[${tools.join(',')}],${JSON.stringify(others).slice(1)}`;
    },
  },
  { name: 'a record of empty steps', make: recordWith('steps', repeated('', '{},', '[', '{}]').make) },
  { name: 'a record of numbers for steps', make: recordWith('steps', repeated('', '1,', '[', '1]').make) },
  {
    name: 'a record of tools',
    make: recordWith(
      'tools',
      numbered(
        '',
        (i) => `{"name":"t${i}","description":"d","parameters":{"type":"object"}},`,
        '[',
        '{"name":"t","description":"d","parameters":{"type":"object"}}]',
      ).make,
    ),
  },
  ...JSON_TEXTS.map(({ name, make }) => ({
    name: `a record with an answer: ${name}`,
    make: recordWith('final_answer', make),
  })),
  ...JSON_TEXTS.map(({ name, make }) => ({
    name: `a record with an observation: ${name}`,
    make: recordWith(
      'steps',
      (size) =>
        `[${callStep(1)}{"type":"observation","call_id":"c1","status":"ok","content":"ok","data":${make(size)},"error":null,"state_digest":"${digest}","changes":[]},{"type":"final_answer","content":"500","value":500}]`,
    ),
  })),
];

const LINES: readonly Shape[] = [
  ...RECORDS,
  repeated('lines of a record', `${JSON.stringify(RECORD)}\n`),
  repeated('lines of a record with blanks', `${JSON.stringify(RECORD, null, 1).replaceAll('\n', ' ')}\n`),
  repeated('lines of small objects', '{}\n'),
  repeated('lines of an old version', '{"version":1}\n'),
  repeated('lines of a later version', '{"version":9}\n'),
  repeated('lines of numbers', '1\n'),
  repeated('lines of broken JSON', '{"a\n'),
  ...JSON_TEXTS,
  ...ANY_TEXT,
];

const REPLY =
  '{"role":"assistant","content":"b","tool_calls":[{"id":"c","function":{"name":"f","arguments":"{\\"a\\":5.0}"}}]}';

const LOGS: readonly Shape[] = [
  ...RECORDS,
  repeated('lines of broken JSON', '{"a\n'),
  ...JSON_TEXTS,
  repeated('lines of messages', `[{"role":"user","content":"a"},${REPLY}]\n`),
  repeated(
    'messages in one conversation',
    `${REPLY},`,
    '[{"role":"user","content":"a"},',
    '{"role":"user","content":"b"}]',
  ),
  repeated('results without calls', '{"role":"tool","content":"1"},', `[${REPLY},`, `${REPLY}]`),
  repeated(
    'blocks of Anthropic',
    '{"type":"tool_use","id":"a","name":"f","input":{"a":1.0}},',
    '[{"role":"assistant","content":[',
    '{"type":"text","text":"a"}]}]',
  ),
  repeated(
    'items of Responses',
    '{"type":"function_call","call_id":"a","name":"f","arguments":"{}"},',
    '[',
    '{"type":"reasoning"}]',
  ),
  repeated('tags of Hermes', '<think>', '{"conversations":[{"from":"gpt","value":"<tool_call>', '"}]}'),
  repeated(
    'calls of Hermes',
    '<tool_call>{}</tool_call>',
    '{"conversations":[{"from":"gpt","value":"',
    '"}]}',
  ),
  repeated('numbers with zeros', '1.0,', '[', '1]'),
  repeated('blank lines', '\n'),
  repeated('an open document', '[\n'),
];

const trajectories = (text: string): records.Trajectory => {
  try {
    return records.parseTrajectory(JSON.parse(text) as core.Json);
  } catch {
    // What is no record never gets as far as the functions on records.
    return records.parseTrajectory(JSON.parse(JSON.stringify(RECORD)) as core.Json);
  }
};
const onRecord = (call: (trajectory: records.Trajectory) => unknown): AnyRow =>
  row(RECORDS, trajectories, call);

/** A verifier that has learnt nothing, but looks at everything. */
/** A world whose one tool answers at once. */
const INSTANT = environments.defineEnvironment({
  name: 'instant',
  version: 1,
  tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
  identity: {},
  begin: async () => ({
    run: async () => ({ status: 'ok', content: 'seen', data: null, error: null }),
    state: () => new Map(),
    fork: () => Promise.reject(new Error('no forks')),
    close: async () => {},
  }),
});

async function stepOnce(action: gym.GymAction): Promise<void> {
  const { task } = RECORD as unknown as { readonly task: records.Task };
  await using one = new gym.AgentGym({ environment: INSTANT, task });
  await one.reset();
  await one.step(action);
}

const LEARNED = new evaluation.LearnedVerifier({
  features: [],
  textBuckets: 64,
  means: [],
  scales: [],
  model: { coefficients: [], intercept: 0 },
  calibration: { kind: 'none' },
  threshold: 0.5,
});

const pairOf = (trajectory: records.Trajectory): records.PreferencePair => ({
  taskId: 'task',
  chosen: trajectory,
  rejected: { ...trajectory, steps: trajectory.steps.slice(0, -1) },
  by: 'outcome',
  margin: 1,
});

const CATALOGS: readonly Shape[] = [
  numbered(
    'tools',
    (i) => `{"name":"t${i}","description":"d","parameters":{"type":"object"}},`,
    '[',
    '{"name":"t"}]',
  ),
  repeated(
    'equal tools',
    `{"name":"t","description":"d","parameters":{"type":"object"}},`,
    '[',
    '{"name":"t"}]',
  ),
  numbered(
    'functions of OpenAI',
    (i) => `{"type":"function","function":{"name":"t${i}","parameters":{}}},`,
    '[',
    '{"name":"t"}]',
  ),
  numbered('tools by name', (i) => `"t${i}":{"parameters":{}},`, '{', '"z":{}}'),
  ...SCHEMAS.map(({ name, make }) => ({
    name: `a tool with ${name}`,
    make: (size: number) => `[{"name":"t","description":"d","parameters":${make(size)}}]`,
  })),
  ...JSON_TEXTS,
];

const PATCHES: readonly Shape[] = [
  repeated('lines of a hunk', '-a\n+b\n', '--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n'),
  repeated('hunks', '@@ -1,1 +1,1 @@\n-a\n+b\n', '--- a/f\n+++ b/f\n'),
  numbered('hunks at places', (i) => `@@ -${i * 3 + 1},1 +${i * 3 + 1},1 @@\n-a\n+b\n`, '--- a/f\n+++ b/f\n'),
  numbered('files', (i) => `--- a/f${i}\n+++ b/f${i}\n@@ -1 +1 @@\n-a\n+b\n`),
  numbered('new files', (i) => `--- /dev/null\n+++ b/f${i}\n@@ -0,0 +1 @@\n+b\n`),
  numbered('new files in folders', (i) => `--- /dev/null\n+++ b/d${i}/e/f\n@@ -0,0 +1 @@\n+b\n`),
  repeated('one new file again and again', '--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+b\n'),
  repeated('heads', 'diff --git a/f b/f\n'),
  repeated('heads of one side', '--- a/f\n'),
  numbered('renames', (i) => `diff --git a/f${i} b/g${i}\nrename from f${i}\nrename to g${i}\n`),
  numbered('one long new file', (i) => `+line ${i}\n`, '--- /dev/null\n+++ b/f\n@@ -0,0 +1,99999 @@\n'),
  repeated('a context that is nowhere', ' a\n', '--- a/long\n+++ b/long\n@@ -1,9 +1,9 @@\n', '-b\n+c\n'),
  ...ANY_TEXT,
];

/** Files of about so many bytes in all, as `createFileTree` takes them. */
const TREES: readonly Shape[] = [
  { name: 'one long file', make: (size) => JSON.stringify({ f: 'line\n'.repeat(size / 5) }) },
  {
    name: 'small files',
    make: (size) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: size / 12 }, (_, i) => [`f${i}`, 'a']))),
  },
  {
    name: 'files in folders',
    make: (size) =>
      JSON.stringify(
        Object.fromEntries(
          Array.from({ length: size / 20 }, (_, i) => [`d${i % 999}/e${i % 99}/f${i}`, 'a']),
        ),
      ),
  },
  { name: 'one deep file', make: (size) => JSON.stringify({ [`${'d/'.repeat(size / 2)}f`]: 'a' }) },
  {
    name: 'deep files',
    make: (size) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: size / 210 }, (_, i) => [`${'d/'.repeat(100)}f${i}`, 'a'])),
      ),
  },
  {
    name: 'deep folders, each of its own',
    make: (size) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: size / 410 }, (_, i) => [`${`e${i}/`.repeat(60)}f`, 'a'])),
      ),
  },
  { name: 'one long name', make: (size) => JSON.stringify({ ['a'.repeat(size)]: 'a' }) },
  { name: 'a name that climbs', make: (size) => JSON.stringify({ ['../'.repeat(size / 3)]: 'a' }) },
  { name: 'a name of dots', make: (size) => JSON.stringify({ [`${'./'.repeat(size / 2)}a`]: 'a' }) },
  { name: 'a name of slashes', make: (size) => JSON.stringify({ [`${'/'.repeat(size)}a`]: 'a' }) },
];
const filesOf = (text: string): Record<string, string> => JSON.parse(text) as Record<string, string>;
const treeOf = (files: Record<string, string>): filesystem.FileTree => {
  try {
    return filesystem.createFileTree({ files });
  } catch {
    return filesystem.createFileTree();
  }
};
/** The snapshot of as many of these files as fit into so many characters: a path is there again for each of its folders. */
function snapshotOf(files: Record<string, string>, size: number): unknown {
  const snapshot = filesystem.createFileTree({ files }).snapshot();
  const times = JSON.stringify(snapshot).length / size;
  const paths = Object.entries(files);
  return times <= 1.5 || paths.length === 1
    ? snapshot
    : snapshotOf(Object.fromEntries(paths.slice(0, Math.max(1, paths.length / times))), size);
}
const onTree = (call: (tree: filesystem.FileTree) => unknown): AnyRow =>
  row(TREES, (text) => treeOf(filesOf(text)), call);
/** A tree in which every file was changed. */
const onChangedTree = (call: (tree: filesystem.FileTree) => unknown): AnyRow =>
  row(
    [
      ...TREES,
      {
        name: 'files with every line changed',
        make: (size) => JSON.stringify({ f: Array.from({ length: size / 8 }, (_, i) => `l${i}`).join('\n') }),
      },
      { name: 'files of equal lines', make: (size) => JSON.stringify({ f: 'a\nb\n'.repeat(size / 4) }) },
    ],
    (text) => {
      const tree = treeOf(filesOf(text)).fork();
      for (const path of tree.files().slice(0, 5_000)) {
        tree.writeText(path, tree.readText(path).replaceAll('\n', '!\n').split('\n').reverse().join('\n'));
      }
      return tree;
    },
    call,
  );

const folder = (): string => mkdtempSync(join(tmpdir(), 'mettle-event-loop-'));

/** A function that reads a file. */
const onFile = (inputs: readonly Shape[], ending: string, call: (path: string) => unknown): AnyRow =>
  row(
    inputs,
    (text) => {
      const path = join(folder(), `file${ending}`);
      writeFileSync(path, text);
      return path;
    },
    call,
  );

const all = async (rows: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of rows);
};

const open: requirements.Checker[] = [];
const onReply = (
  make: () => requirements.Requirement,
  inputs: readonly Shape[] = TEXTS,
  asCode = false,
): AnyRow => {
  let checker: requirements.Checker | undefined;
  return row(
    inputs,
    (text, attempt) => Buffer.from(`${text}#${attempt}`).toString(),
    (text) => {
      if (checker === undefined) {
        checker = requirements.createChecker({ requirements: [make()] });
        open.push(checker);
      }
      return asCode ? checker.checkCode(text) : checker.check(text);
    },
  );
};
const onCode = (make: () => requirements.Requirement): AnyRow => onReply(make, PYTHON, true);

let world: sandbox.Sandbox | undefined;

/** Closes what the rows opened. */
export async function closeRows(): Promise<void> {
  await world?.close();
  for (const checker of open) await checker.close();
}

/** A data model declares no more fields than a validator compiles; a value may have any number of others. */
const DECLARED_FIELDS = 19_000;
const dataModel = (json: core.JsonObject): data.JsonDataModel =>
  new data.JsonDataModel({
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.keys(json)
          .slice(0, DECLARED_FIELDS)
          .map((key) => [key, {}]),
      ),
    },
    json,
  });
const onModel = (call: (model: data.JsonDataModel) => unknown): AnyRow =>
  row(JSON_OBJECTS, (text) => dataModel(JSON.parse(text) as core.JsonObject), call);
const onTwoModels = (call: (left: data.JsonDataModel, right: data.JsonDataModel) => unknown): AnyRow =>
  onModel((model) => call(model, model));

/** A value's list, or the value as the only item. */
const listOf = (value: core.Json): core.Json[] => (Array.isArray(value) ? (value as core.Json[]) : [value]);

const OPEN_OBJECT: core.JsonObject = { type: 'object', additionalProperties: true };

const CERTIFICATE = {
  version: 1,
  record_id: 'a'.repeat(64),
  record_hash: 'b'.repeat(64),
  environment: { name: 'hall', fingerprint: 'f' },
  task_hash: 'c'.repeat(64),
  tools_hash: 'd'.repeat(64),
  mettle: '1.0.0',
  verdict: 'pass',
  signature: null,
};

/** Files of programs. */
const PROGRAMS: readonly Shape[] = ['program', 'compiled', 'variables'].flatMap((member) =>
  JSON_OBJECTS.map(({ name, make }) => ({
    name: `a file with ${member}: ${name}`,
    make: (size: number) => {
      const others = {
        format: 'mettle-program',
        version: 1,
        saved_with: '1.0.0',
        program: {},
        compiled: null,
        variables: {},
      };
      return `${JSON.stringify({ ...others, [member]: undefined }).slice(0, -1)},"${member}":${make(size)}}`;
    },
  })),
);

const TRAINED: pipelines.TrainedTask = {
  name: 't',
  examples: [],
  test: [],
  seedScript: null,
  script: null,
  guess: null,
  foundBy: null,
  solved: false,
  train: { fits: 0, of: 0 } as never,
  holdout: { fits: 0, of: 0 } as never,
  confidence: null,
  reasons: [],
  advice: [],
  rivals: [],
  question: null,
  suspects: [],
  evaluations: 0,
  seconds: 1,
  stopReason: 'found' as never,
};
const REPORT: pipelines.TrainingReport = { budget: {}, seed: 1, model: null, tasks: [] };

const context = { exampleId: 'e', inputs: [], output: 'y' };
const score =
  (reward: { readonly score: unknown }) =>
  ({ value }: { readonly value: core.JsonObject }): unknown =>
    (reward.score as (a: unknown, b: unknown, c: unknown) => unknown)(value, structuredClone(value), context);
const scored = (reward: { readonly score: unknown }, wanted: unknown, given: unknown): unknown =>
  (reward.score as (a: unknown, b: unknown, c: unknown) => unknown)({ y: wanted }, { y: given }, context);
/** A reward compares what was wanted with what came. */
const onReward = (reward: () => unknown): AnyRow =>
  row(
    JSON_OBJECTS,
    (text) => ({ value: { y: JSON.parse(text) } as core.JsonObject }),
    (given) => score(reward() as { score: unknown })(given),
  );

/** A list whose items differ from those of the other list. */
const changedList = (value: unknown): unknown =>
  Array.isArray(value) ? [...value, 'more'].reverse() : [value];

const metricOf = (make: () => training.Metric): AnyRow =>
  row(
    JSON_OBJECTS,
    (text) => JSON.parse(text) as core.JsonObject,
    async (value) => {
      const metric = make();
      await metric.add({
        exampleId: 'e',
        inputs: [],
        yTrue: [value],
        yPred: [value],
        reward: 1,
        largestReward: 1,
        error: null,
        calls: [],
        usage: { seconds: 0 },
      } as never);
      return metric.result();
    },
  );

const conversations: readonly Shape[] = [
  repeated('messages', '{"role":"user","content":"a"},', '{"messages":[', '{"role":"user","content":"a"}]}'),
  repeated(
    'messages of parts',
    '{"type":"text","text":"a"},',
    '{"messages":[{"role":"user","content":[',
    '{"type":"text","text":"a"}]}]}',
  ),
  ...JSON_OBJECTS,
];

export const ROWS: Readonly<Record<string, AnyRow>> = {
  'core.canonicalJson': onJson(core.canonicalJson),
  'core.contentHash': onJson(core.contentHash),
  'core.sha256': onText(ANY_TEXT, core.sha256),
  'core.isJsonObject': onJson(core.isJsonObject),
  'core.parseJsonText': onText([...ANY_TEXT, ...JSON_TEXTS], (text) =>
    core.parseJsonText(text, { subject: 'A file' }),
  ),
  'core.describeProblem': onJson((value) =>
    core.describeProblem(
      // A name in a path may be as long as a text; a text has no members.
      {
        path: typeof value === 'string' ? [value] : Array.isArray(value) ? value : Object.keys(value ?? {}),
        keyword: 'type',
        message: 'is wrong',
      },
      'it',
    ),
  ),
  'core.schemaValidator': onJson(core.schemaValidator as never, SCHEMAS),
  'core.schemaValidator#check': row(
    SLOW_SCHEMAS.map((slow) => asShape(slow.name, { schema: slow.schema, value: slow.value })),
    (text) => JSON.parse(text) as { schema: unknown; value: unknown },
    ({ schema, value }) => core.schemaValidator(schema).check(value),
  ),
  'core.schemaValidator#check of plain values': row(
    JSON_TEXTS,
    (text) => JSON.parse(text) as unknown,
    (value) =>
      core
        .schemaValidator({
          $defs: {
            any: {
              type: ['object', 'array', 'string'],
              items: { $ref: '#/$defs/any' },
              additionalProperties: { $ref: '#/$defs/any' },
              uniqueItems: true,
              maxLength: 5,
              minProperties: 1,
            },
          },
          $ref: '#/$defs/any',
        })
        .check(value),
  ),
  'data.DataModel': onJson((schema) => new data.DataModel({ schema }), SCHEMAS),
  'data.DataModel of references': row(
    SLOW_SCHEMAS.map((slow) => asShape(slow.name, slow.schema)),
    (text) => JSON.parse(text) as core.JsonObject,
    (schema) => data.prefix(new data.DataModel({ schema: { ...schema, type: 'object' } }), 'a'),
  ),
  'data.DataModel#of': onObject((value) => new data.DataModel({ schema: OPEN_OBJECT }).of(value)),
  'data.DataModel#parse': onObject((value) => new data.DataModel({ schema: OPEN_OBJECT }).parse(value)),
  'data.DataModel.fromConfig': onJson((schema) => data.DataModel.fromConfig({ schema }), SCHEMAS),
  'data.JsonDataModel': onObject((json) => dataModel(json)),
  'data.JsonDataModel#get': onModel((model) => model.get('v')),
  'data.JsonDataModel.fromConfig': onObject((json) =>
    data.JsonDataModel.fromConfig({ schema: { type: 'object' }, json }),
  ),
  'data.SymbolicDataModel': onJson((schema) => new data.SymbolicDataModel({ schema }), SCHEMAS),
  'data.SymbolicDataModel.fromConfig': onJson(
    (schema) => data.SymbolicDataModel.fromConfig({ schema }),
    SCHEMAS,
  ),
  'data.and': onTwoModels((left, right) => data.and(left, right)),
  'data.or': onTwoModels((left, right) => data.or(left, right)),
  'data.xor': onTwoModels((left, right) => data.xor(left, right)),
  'data.not': onModel((model) => data.not(model)),
  'data.concat': onTwoModels(data.concat),
  'data.contains': onTwoModels(data.contains),
  'data.factorize': onModel(data.factorize),
  'data.prefix': onModel((model) => data.prefix(model, 'a')),
  'data.suffix': onModel((model) => data.suffix(model, 'a')),
  'data.inMask': onModel((model) => data.inMask(model, { mask: ['v', 'a'] })),
  'data.outMask': onModel((model) => data.outMask(model, { mask: ['v', 'a'] })),
  'data.getNestedEntity': onModel((model) => data.getNestedEntity(model, 'v')),
  'data.getNestedEntityList': onModel((model) => data.getNestedEntityList(model, 'v')),
  'data.deserialize': onObject((json) =>
    data.deserialize(
      { registered_name: data.JsonDataModel.registeredName, config: { schema: OPEN_OBJECT, json } },
      { customObjects: { [data.JsonDataModel.registeredName]: data.JsonDataModel as never } },
    ),
  ),
  'data.serialize': onModel((model) => data.serialize(model as never)),

  'filesystem.createFileTree': row(TREES, filesOf, (files) => filesystem.createFileTree({ files })),
  'filesystem.createFileTree(ignore)': onText(ANY_TEXT, (text) =>
    filesystem.createFileTree({ base: folder(), ignore: text.split('\n') }).files(),
  ),
  'filesystem.createFileTree(base)': row(
    [
      ...ANY_TEXT,
      repeated('rules of stars', '**/a*\n'),
      numbered('rules', (i) => `name${i}/\n`),
      numbered('rules that are taken back', (i) => `!name${i}\n`),
    ],
    (text) => {
      const base = folder();
      writeFileSync(join(base, '.gitignore'), text);
      for (let i = 0; i < 200; i++) writeFileSync(join(base, `file${i}${'a'.repeat(60)}`), '');
      return base;
    },
    (base) => filesystem.createFileTree({ base }).files(),
  ),
  'filesystem.FileTree#applyPatch': row(
    PATCHES,
    (text) => ({
      text,
      tree: filesystem.createFileTree({ files: { f: 'a\n', long: 'a\n'.repeat(20_000) } }),
    }),
    ({ text, tree }) => tree.applyPatch(text),
  ),
  'filesystem.FileTree#patch': onChangedTree((tree) => tree.patch()),
  'filesystem.FileTree#diff': onChangedTree((tree) => tree.diff()),
  'filesystem.FileTree#changes': onChangedTree((tree) => tree.changes()),
  'filesystem.FileTree#journal': onChangedTree((tree) => tree.journal()),
  'filesystem.FileTree#changesFrom': onChangedTree((tree) => {
    const before = tree.copy();
    before.reset();
    return tree.changesFrom(before);
  }),
  'filesystem.FileTree#snapshot': onChangedTree((tree) => tree.snapshot()),
  'filesystem.FileTree#toZip': onChangedTree((tree) => tree.toZip()),
  'filesystem.FileTree#review': row(
    TREES,
    (text) => ({ tree: treeOf(filesOf(text)), base: folder() }),
    ({ tree, base }) => tree.review(base),
  ),
  'filesystem.FileTree#merge': onChangedTree((tree) => {
    const fork = tree.fork();
    fork.writeText('f', 'other\n');
    return tree.merge(fork);
  }),
  'filesystem.FileTree#setAside': onText(ANY_TEXT, (text) => filesystem.createFileTree().setAside('f', text)),
  'filesystem.FileTree#writeText': onText(ANY_TEXT, (text) =>
    filesystem.createFileTree().writeText('f', text),
  ),
  'filesystem.FileTree#writeText(path)': onText(ANY_TEXT, (text) =>
    filesystem.createFileTree().writeText(text, 'a'),
  ),
  'filesystem.FileTree#readText(path)': onText(ANY_TEXT, (text) => filesystem.createFileTree().exists(text)),
  'filesystem.FileTree#edit': onText(ANY_TEXT, (text) =>
    filesystem.createFileTree({ files: { f: text } }).edit('f', text.slice(0, 300), 'b'),
  ),
  'filesystem.FileTree#edit(all)': onText(ANY_TEXT, (text) =>
    filesystem
      .createFileTree({ files: { f: text } })
      .edit('f', text.slice(0, 2), 'b', { count: 'all' } as never),
  ),
  'filesystem.FileTree#files': onTree((tree) => tree.files()),
  'filesystem.FileTree#glob(pattern)': onText(ANY_TEXT, (text) =>
    filesystem
      .createFileTree({ files: { 'a/b/c': '', 'aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaa': '' } })
      .glob(text),
  ),
  'filesystem.FileTree#files(pattern)': onTree((tree) => tree.files('**/*a*b*c*d/**/*f')),
  'filesystem.FileTree#glob': onTree((tree) => tree.glob('**/*f*')),
  'filesystem.FileTree#rglob': onTree((tree) => tree.rglob('*f*')),
  'filesystem.FileTree#search': onTree((tree) => tree.search('(a|b)*c')),
  'filesystem.FileTree#search(expression)': onText(ANY_TEXT, (text) =>
    filesystem.createFileTree({ files: { f: 'a' } }).search(text),
  ),
  'filesystem.FileTree#search(text)': onText(ANY_TEXT, (text) =>
    filesystem.createFileTree({ files: { f: text } }).search('(a|b)*c'),
  ),
  'filesystem.restoreFileTree': row(
    [...TREES, ...JSON_TEXTS],
    (text) => {
      try {
        return snapshotOf(filesOf(text), text.length);
      } catch {
        return JSON.parse(text) as unknown;
      }
    },
    (snapshot) => filesystem.restoreFileTree(snapshot),
  ),
  'filesystem.writeFileAtomically': onText(ANY_TEXT, (text) =>
    filesystem.writeFileAtomically(join(folder(), 'f'), text),
  ),

  'python.analysePython': onPython((code) => python.analysePython(code).syntax),
  'python.checkSyntax': onPython(python.checkSyntax),
  'python.extractPythonCode': onPython(python.extractPythonCode),
  'python.findCalls': onPython(python.findCalls),
  'python.findDefinitions': onPython(python.findDefinitions),
  'python.findDynamicCode': onPython(python.findDynamicCode),
  'python.findImports': onPython(python.findImports),
  'python.parsePython': onPython(python.parsePython),
  'python.renderCodeFrame': onPython((code) =>
    python.renderCodeFrame(code, { start: { line: 1, column: 0 }, end: { line: 1, column: 1 } } as never),
  ),
  'python.scanFences': onPython(python.scanFences),
  'python.tokenizePython': onPython(python.tokenizePython),

  'sandbox.findMontyDifferences': onPython(sandbox.findMontyDifferences),
  'sandbox.pythonValueToJson': onJson(sandbox.pythonValueToJson),
  'sandbox.splitArguments': onJson((value) => sandbox.splitArguments([value])),
  'sandbox.loadSandbox': row(
    ANY_TEXT,
    (text) => Buffer.from(text),
    (bytes) => sandbox.loadSandbox(bytes),
  ),
  'sandbox.resumeRun': row(
    ANY_TEXT,
    (text) => Buffer.from(text),
    (bytes) => sandbox.resumeRun(bytes, { value: null } as never),
  ),
  'sandbox.PythonObject': onObject((value) => new sandbox.PythonObject('a', 'b', value)),

  'models.isConversation': onJson(models.isConversation, conversations),
  'models.isTransient': onObject(models.isTransient),
  'models.retryAfterSeconds': onText(ANY_TEXT, (text) =>
    models.retryAfterSeconds({ responseHeaders: { 'retry-after': text } }),
  ),
  'models.createRedactor': onText(
    [...ANY_TEXT, ...JSON_TEXTS],
    models.createRedactor({ secrets: ['a-secret-of-ours', 'another-secret'], environment: {} }),
  ),
  'models.createRedactor of JSON': onJson(
    models.createRedactor({ secrets: ['a-secret-of-ours', 'another-secret'], environment: {} }),
  ),
  'models.openModel': onText(ANY_TEXT, (text) => models.openModel(text)),
  'models.findModel': onText(ANY_TEXT, (text) => models.findModel({ environment: { METTLE_MODEL: text } })),

  'tools.tool': onJson(
    (parameters) => tools.tool({ name: 't', description: 'd', parameters, execute: () => null }),
    SCHEMAS,
  ),
  'tools.Tool#call': onJson((args) =>
    tools.tool({ name: 't', description: 'd', execute: (given: unknown) => given }).call(args),
  ),
  'tools.Tool#call of text': onText([...ANY_TEXT, ...JSON_TEXTS], (text) =>
    tools.tool({ name: 't', description: 'd', execute: () => text }).call(text),
  ),
  'tools.toolSet': onText(ANY_TEXT, (text) =>
    tools.toolSet([tools.tool({ name: 't', description: 'd', execute: () => null })]).call(text, {}),
  ),
  'tools.readAgentsMd': onText(ANY_TEXT, (text) =>
    tools.readAgentsMd(filesystem.createFileTree({ files: { 'AGENTS.md': text } })),
  ),
  'tools.skillFolders': row(
    [
      ...ANY_TEXT,
      ...ANY_TEXT.map(({ name, make }) => ({
        name: `a skill of ${name}`,
        make: (size: number) => `---\nname: file\ndescription: ${make(size)}\n---\nbody`,
      })),
      numbered(
        'a skill of many members',
        (i) => `  k${i}: a\n`,
        '---\nname: file\ndescription: d\nmetadata:\n',
        '---\n',
      ),
      repeated('a skill of references', '*a ', '---\nname: &a file\ndescription: [', ']\n---\n'),
      repeated('a skill of nested lists', '[', '---\nname: '),
    ],
    (text) => {
      const root = folder();
      filesystem.createFileTree({ files: {} });
      writeFileSync(join(root, 'SKILL.md'), text);
      return root;
    },
    (root) => tools.skillFolders(root).list(),
  ),
  'tools.skillsPrompt': onText(ANY_TEXT, (text) =>
    tools.skillsPrompt([
      {
        name: 'a',
        description: text,
        license: null,
        compatibility: null,
        metadata: {},
        allowedTools: [],
        source: 's',
      },
    ]),
  ),

  'records.createTrajectory': onRecord((trajectory) => records.createTrajectory(trajectory)),
  'records.encodeTrajectories': onRecord((trajectory) => records.encodeTrajectories([trajectory])),
  'records.decodeTrajectories': onText(LINES, records.decodeTrajectories),
  'records.importTraces': onText(LOGS, records.importTraces),
  'records.importTraces of data': onJson(records.importTraces, LOGS),
  'records.trajectoryFromMessages': onJson(
    async (value) => records.trajectoryFromMessages(value as core.JsonObject).catch(() => undefined),
    LOGS,
  ),
  'records.importTraceLines': onFile(LOGS, '.jsonl', async (path) => {
    for await (const _ of records.importTraceLines(path));
  }),
  'records.loadTracesJsonl': onFile(LOGS, '.jsonl', records.loadTracesJsonl),
  'records.isRedacted': onRecord((trajectory) => records.isRedacted(trajectory)),
  'records.redactTrajectories': onRecord((trajectory) => records.redactTrajectories([trajectory])),
  'records.isImported': onRecord((trajectory) => records.isImported(trajectory)),
  'records.readTrajectoryFile': onFile(LINES, '.jsonl', records.readTrajectoryFile),
  'records.readTrajectoryLines': onFile(LINES, '.jsonl', async (path) => {
    for await (const _ of records.readTrajectoryLines(path));
  }),
  'records.writeTrajectoryFile': onRecord((trajectory) =>
    records.writeTrajectoryFile(join(folder(), 'f'), [trajectory]),
  ),
  'records.parseTrajectory': onJson(records.parseTrajectory, [...RECORDS, ...JSON_TEXTS]),
  'records.parseCertificate': row(
    [
      numbered(
        'verifiers',
        (i) => `{"name":"v${i}","version":"1","required":true,"verdict":"pass"},`,
        '[',
        '{}]',
      ),
      repeated('equal verifiers', '{"name":"v","version":"1","required":true,"verdict":"pass"},', '[', '1]'),
      ...JSON_TEXTS,
    ],
    (text) => {
      const list = JSON.parse(text) as core.Json;
      return { ...CERTIFICATE, verifiers: Array.isArray(list) ? list.slice(0, -1) : list };
    },
    (certificate) => records.parseCertificate(certificate),
  ),
  'records.parseToolCatalog': onJson(records.parseToolCatalog, CATALOGS),
  'records.parseToolCatalog of text': onText(CATALOGS, records.parseToolCatalog),
  'records.toolCatalogToJson': onRecord(({ tools: of }) => records.toolCatalogToJson(of)),
  'records.anthropicJsonl.encode': onRecord((trajectory) => records.anthropicJsonl.encode([trajectory])),
  'records.hermesJsonl.encode': onRecord((trajectory) => records.hermesJsonl.encode([trajectory])),
  'records.sharegptJsonl.encode': onRecord((trajectory) => records.sharegptJsonl.encode([trajectory])),
  'records.trlSft.encode': onRecord((trajectory) => records.trlSft.encode([trajectory])),
  'records.adpJsonl.encode': onRecord((trajectory) => records.adpJsonl.encode([trajectory])),
  'records.atifJsonl.encode': onRecord((trajectory) => records.atifJsonl.encode([trajectory])),
  'records.parquetTable.encode': onRecord((trajectory) => records.parquetTable.encode([trajectory])),
  'records.responsesJsonl.encode': onRecord((trajectory) => records.responsesJsonl.encode([trajectory])),
  'records.trlGrpo.encode': onRecord((trajectory) => records.trlGrpo.encode([trajectory])),
  'records.verifiersJsonl.encode': onRecord((trajectory) => records.verifiersJsonl.encode([trajectory])),
  'records.openenvCollect.encode': onRecord((trajectory) => records.openenvCollect.encode([trajectory])),
  'records.verlParquet.encode': onRecord((trajectory) => records.verlParquet.encode([trajectory])),
  'records.exportTrajectories': onRecord((trajectory) =>
    records.exportTrajectories([trajectory], { format: records.parquetTable, path: join(folder(), 'p') }),
  ),
  'records.harborTasks.encode': onRecord((trajectory) => records.harborTasks.encode([trajectory])),
  'records.huggingFaceFolder.encode': onRecord((trajectory) =>
    records.huggingFaceFolder.encode([trajectory]),
  ),
  'records.stsFolder.encode': onRecord((trajectory) => records.stsFolder.encode([trajectory])),
  'records.trlPreferences.encode': onRecord((trajectory) =>
    records.trlPreferences.encode([pairOf(trajectory)]),
  ),
  'records.openAIPreferences.encode': onRecord((trajectory) =>
    records.openAIPreferences.encode([pairOf(trajectory)]),
  ),
  'records.toMessages': onRecord(records.toMessages),
  'records.toolCalls': onRecord(records.toolCalls),
  'records.observations': onRecord(records.observations),
  'records.toolNamesUsed': onRecord(records.toolNamesUsed),
  'records.toolSignature': onRecord(records.toolSignature),
  'records.stepSummary': onRecord(({ steps }) => steps.map(records.stepSummary)),
  'records.trajectoryLabels': onRecord((trajectory) => records.trajectoryLabels(trajectory)),
  'records.selectForTraining': onRecord((trajectory) => records.selectForTraining([trajectory])),
  'records.trajectoryId': onRecord((trajectory) => records.trajectoryId(trajectory)),
  'records.trajectoryRecord': onRecord(records.trajectoryRecord),
  'records.openAIJsonl.encode': onRecord((trajectory) => records.openAIJsonl.encode([trajectory] as never)),
  'records.mettleJsonl.encode': onRecord((trajectory) => records.mettleJsonl.encode([trajectory] as never)),
  'records.openAIJsonl.decode': onText(LINES, (text) =>
    (records.openAIJsonl as { decode?: (text: string) => unknown }).decode?.(text),
  ),
  'records.argumentNames': onJson((parameters) => records.argumentNames({ parameters }), SCHEMAS),
  'records.requiredArguments': onJson((parameters) => records.requiredArguments({ parameters }), SCHEMAS),
  'records.argumentSchema': onJson((parameters) => records.argumentSchema({ parameters }, 'v'), SCHEMAS),
  'records.failedObservation': onText(ANY_TEXT, (text) => records.failedObservation('Error', text)),

  'datasets.csvDataset': onFile(
    [...ANY_TEXT, numbered('columns', (i) => `c${i},`), numbered('rows', (i) => `${i},a,"b"\n`, 'a,b,c\n')],
    '.csv',
    (path) => all(datasets.csvDataset({ path })),
  ),
  'datasets.jsonDataset': onFile([...JSON_TEXTS, ...ANY_TEXT], '.json', (path) =>
    all(datasets.jsonDataset({ path })),
  ),
  'datasets.jsonlDataset': onFile(
    [...JSON_TEXTS, ...ANY_TEXT, repeated('small rows', '{}\n')],
    '.jsonl',
    (path) => all(datasets.jsonlDataset({ path })),
  ),
  'datasets.textDataset': onFile(ANY_TEXT, '.txt', (path) => all(datasets.textDataset({ path }))),
  'datasets.textDataset of lines': onFile(ANY_TEXT, '.txt', (path) =>
    all(datasets.textDataset({ path, by: 'line' })),
  ),
  'datasets.textDataset of paragraphs': onFile(ANY_TEXT, '.txt', (path) =>
    all(datasets.textDataset({ path, by: 'paragraph' })),
  ),
  'datasets.markdownDataset': onFile(TEXTS, '.md', (path) => all(datasets.markdownDataset({ path }))),
  'datasets.markdownDataset of sections': onFile(TEXTS, '.md', (path) =>
    all(datasets.markdownDataset({ path, by: 'section' })),
  ),
  'datasets.parquetDataset': onFile(
    ANY_TEXT.map(({ name, make }) => ({
      name,
      make: (size) => `PAR1${make(size)}\u0010\u0000\u0000\u0000PAR1`,
    })),
    '.parquet',
    (path) => all(datasets.parquetDataset({ path })),
  ),
  'datasets.arcAgi.load': row(
    JSON_OBJECTS,
    (text) => {
      const root = folder();
      writeFileSync(
        join(root, 'a.json'),
        `{"train":[{"input":[[1]],"output":[[1]]}],"test":[],"more":${text}}`,
      );
      return root;
    },
    (root) => datasets.arcAgi.load({ folder: root }),
  ),

  'training.parseTaskFile': onText(
    [
      ...JSON_TEXTS,
      ...ANY_TEXT,
      numbered('examples', (i) => `{"input":${i},"output":1},`, '{"examples":[', '{"input":-1,"output":1}]}'),
      repeated('equal examples', `{"input":1,"output":1},`, '{"examples":[', '{"input":1,"output":1}]}'),
      repeated('an ARC task', `[1,2],`, '{"test":[],"train":[{"input":[', '[1,2]],"output":[[1]]}]}'),
    ],
    (text) => training.parseTaskFile({ name: 'a.json', text }),
  ),
  'training.makeExamples': onJson((value) =>
    training.makeExamples(
      (Array.isArray(value) ? value : [value]).map((input: core.Json) => ({ input, output: 1 })),
    ),
  ),
  'training.makeTrainingExample': onObject((value) =>
    training.makeTrainingExample({ x: [value], y: [value] }),
  ),
  'training.listProgress': row(
    JSON_TEXTS,
    (text) => JSON.parse(text) as core.Json,
    (value) =>
      (training.listProgress().score as (a: unknown, b: unknown, c: unknown) => unknown)(
        { y: value },
        { y: changedList(value) },
        context,
      ),
  ),
  'training.textProgress': row(
    ANY_TEXT,
    (text) => ({ y: text }),
    (value) =>
      (training.textProgress().score as (a: unknown, b: unknown, c: unknown) => unknown)(
        value,
        { y: `${value.y.slice(500_000)}b` },
        context,
      ),
  ),
  'training.gridProgress': row(
    [repeated('a grid of few rows', '1,'), numbered('a grid of colours', (i) => `${i % 10},`)],
    (text) => {
      const cells = text.split(',').map(Number);
      const rows = Array.from({ length: 30 }, (_, at) =>
        cells.slice((at * cells.length) / 30, ((at + 1) * cells.length) / 30),
      );
      const shortest = Math.min(...rows.map(({ length }) => length));
      return rows.map((cellsOfRow) => cellsOfRow.slice(0, shortest));
    },
    (grid) => scored(training.gridProgress(), grid, grid.toReversed()),
  ),
  'training.recordProgress': onReward(() => training.recordProgress()),
  'training.numberProgress': onText(ANY_TEXT, (text) => scored(training.numberProgress(), 5, text)),
  'training.exactMatch': onReward(() => training.exactMatch()),
  'training.f1Score': metricOf(() => training.f1Score()),
  'training.accuracy': metricOf(() => training.accuracy()),
  'training.scriptReward.score': onReward(() => training.scriptReward),
  'training.plotMetrics': onObject((value) => training.plotMetrics(value)),
  'training.plotMetrics(title)': onText(ANY_TEXT, (title) => training.plotMetrics({ a: 1 }, { title })),
  'training.plotHistory': onObject((value) => training.plotHistory({ epoch: [0], history: value })),

  'evaluation.compareAnswers': onJson((value) =>
    evaluation.compareAnswers({ value, comparison: 'exact' }, structuredClone(value)),
  ),
  'evaluation.compareAnswers of sets': onJson((value) =>
    evaluation.compareAnswers({ value: listOf(value), comparison: 'set' }, changedList(value) as core.Json),
  ),
  'evaluation.compareAnswers of lists': onJson((value) =>
    evaluation.compareAnswers({ value: listOf(value), comparison: 'list' }, changedList(value) as core.Json),
  ),
  'evaluation.compareAnswers of text': onText(ANY_TEXT, (text) =>
    evaluation.compareAnswers({ value: 5, comparison: 'number' }, text),
  ),
  'evaluation.scoreOutcome': onRecord((trajectory) => evaluation.scoreOutcome(trajectory)),
  'evaluation.mineFailures': onRecord((trajectory) => evaluation.mineFailures([trajectory])),
  'evaluation.datasetMetrics': onRecord((trajectory) => evaluation.datasetMetrics([trajectory, trajectory])),
  'evaluation.filterDataset': onRecord((trajectory) => evaluation.filterDataset([trajectory])),
  'evaluation.mineJudgeFailures': onRecord((trajectory) => evaluation.mineJudgeFailures([trajectory], [])),
  'evaluation.stepTimeline': onRecord((trajectory) => evaluation.stepTimeline(trajectory)),
  'evaluation.TrajectoryEvaluator#evaluate': onRecord((trajectory) =>
    new evaluation.TrajectoryEvaluator().evaluate(trajectory),
  ),
  'evaluation.EnsembleEvaluator#evaluate': onRecord((trajectory) =>
    new evaluation.EnsembleEvaluator({ evaluators: [new evaluation.TrajectoryEvaluator()] }).evaluate(
      trajectory,
    ),
  ),
  'evaluation.verifyTrajectory': onRecord((trajectory) => evaluation.verifyTrajectory(trajectory, null)),
  'evaluation.certifyTrajectory': onRecord((trajectory) => evaluation.certifyTrajectory(trajectory, null)),
  'evaluation.toolArgsVerifier.check': onRecord((trajectory) =>
    evaluation.toolArgsVerifier.check(trajectory, { environment: null } as never),
  ),
  'evaluation.safetyVerifier.check': onRecord((trajectory) =>
    evaluation.safetyVerifier.check(trajectory, { environment: null } as never),
  ),
  'evaluation.recordVerifier.check': onRecord((trajectory) =>
    evaluation.recordVerifier.check(trajectory, { environment: null } as never),
  ),
  'evaluation.pairTrajectories': onRecord((trajectory) =>
    evaluation.pairTrajectories([trajectory, { ...trajectory, id: 'another' }]),
  ),
  'evaluation.dedupTrajectories': onRecord((trajectory) =>
    evaluation.dedupTrajectories([trajectory, trajectory]),
  ),
  'evaluation.decontaminate': onRecord((trajectory) =>
    evaluation.decontaminate([trajectory], [{ source: 'itself', text: trajectory.task.prompt }]),
  ),
  'evaluation.trainLearnedVerifier': onRecord((trajectory) =>
    evaluation.trainLearnedVerifier([trajectory], new Map([[trajectory.id, true]])),
  ),
  'evaluation.LearnedVerifier#check': onRecord((trajectory) => LEARNED.check(trajectory)),
  'evaluation.LearnedVerifier#probability': onRecord((trajectory) => LEARNED.probability(trajectory)),
  'evaluation.LearnedVerifier.fromJson': onJson((value) => evaluation.LearnedVerifier.fromJson(value)),
  'evaluation.LearnedVerifier.load': onFile(JSON_TEXTS, '.json', (path) =>
    evaluation.LearnedVerifier.load(path),
  ),

  'generation.readTaskFile': onFile([...JSON_TEXTS, ...ANY_TEXT], '.jsonl', (path) =>
    generation.readTaskFile(path, []),
  ),
  'gym.AgentGym#step': onText([...ANY_TEXT, ...JSON_TEXTS], stepOnce),
  'gym.AgentGym#step of objects': onObject(stepOnce),
  'generation.taskFromQuery': onText(ANY_TEXT, generation.taskFromQuery),

  'programs.Program.fromJson': onJson((file) => programs.Program.fromJson(file), PROGRAMS),
  'programs.restoreModule': onObject((value) =>
    programs.restoreModule(
      { registered_name: programs.InMask.registeredName, config: { mask: ['a'], ...(value as object) } },
      { customObjects: { [programs.InMask.registeredName]: programs.InMask as never } },
    ),
  ),
  'programs.Program.load': onFile([...PROGRAMS, ...ANY_TEXT], '.json', (path) => programs.Program.load(path)),

  'agents.isConversation': onJson(agents.isConversation as never, conversations),
  'agents.startProgram': onPython(async (code) => {
    world ??= await sandbox.createSandbox({ engine: 'monty' });
    return agents.startProgram(code, { tools: [], needsApproval: [], sandbox: world });
  }),
  'agents.resumeProgram': row(
    ANY_TEXT,
    (text) => Buffer.from(text),
    (bytes) =>
      agents.resumeProgram(bytes, { approved: true }, { tools: [], needsApproval: [], key: 'k'.repeat(32) }),
  ),

  'synthesis.executeScript': onPython((code) =>
    synthesis.executeScript({}, code, { engine: 'monty' } as never),
  ),

  'pipelines.compileSkills': onRecord((trajectory) =>
    pipelines.compileSkills([trajectory, { ...trajectory, id: 'another' }], {
      unseen: (async function* () {})(),
    }),
  ),
  'pipelines.parseRecipe': onText([...ANY_TEXT, ...JSON_TEXTS], (text) => pipelines.parseRecipe(text)),
  'pipelines.renderTrainingReport': onText(ANY_TEXT, (text) =>
    pipelines.renderTrainingReport({ ...REPORT, tasks: [{ ...TRAINED, description: text, script: text }] }),
  ),

  'requirements.checkReply': onText(TEXTS, (text) =>
    requirements.checkReply(
      text,
      requirements.pythonCodeGenerationRequirements({ allowedImports: ['math'] }),
    ),
  ),
  'requirements.checkPython': onPython((code) =>
    requirements.checkPython(code, [requirements.PythonSyntaxValid()]),
  ),
  'requirements.ComplexityLimit': onCode(() =>
    requirements.ComplexityLimit({ maxLines: 10, maxComplexity: 5, maxNesting: 3 }),
  ),
  'requirements.FunctionSignature': onCode(() =>
    requirements.FunctionSignature({ functionName: 'f', parameters: ['x'] }),
  ),
  'requirements.ImportRestrictions': onCode(() =>
    requirements.ImportRestrictions({ allowedImports: ['math'] } as never),
  ),
  'requirements.JsonOutput': onReply(
    () => requirements.JsonOutput({ schema: { type: 'array', items: { type: 'number' } } }),
    [...JSON_TEXTS, ...TEXTS],
  ),
  'requirements.MarkdownList': onReply(() => requirements.MarkdownList()),
  'requirements.MarkdownTable': onReply(() => requirements.MarkdownTable()),
  'requirements.MatplotlibHeadlessBackend': onCode(() => requirements.MatplotlibHeadlessBackend()),
  'requirements.NoFileUse': onCode(() => requirements.NoFileUse()),
  'requirements.NoNetworkUse': onCode(() => requirements.NoNetworkUse()),
  'requirements.NoSubprocessUse': onCode(() => requirements.NoSubprocessUse()),
  'requirements.PythonCodeExtraction': onReply(() => requirements.PythonCodeExtraction()),
  'requirements.PythonSyntaxValid': onCode(() => requirements.PythonSyntaxValid()),
  'requirements.TypesHold': onCode(() => requirements.TypesHold()),
  'requirements.failWith': onText(ANY_TEXT, (text) => requirements.failWith(text)),
  'requirements.passWith': onText(ANY_TEXT, (text) => requirements.passWith(text)),
};
