import { isJsonObject, type Json, type JsonObject, type RandomStream } from '../../../core/index.js';
import {
  type CallData,
  compileExpression,
  fillTemplate,
  nextKey,
  placeOf,
  rowsBehind,
  rulesAgainst,
  type Scope,
  shownRow,
  type Tables,
  type TaskData,
  type WayData,
  type WorldData,
} from '../../../environments/internal.js';
import type { ExpectedAnswer, ExpectedOutcome, ProcessCheck, StateCheck } from '../../../records/index.js';
import { drawNames, type Names } from './draw-names.js';
import { phrase } from './phrases.js';

/** A task in a world of data, before it has an environment. */
export interface WorldDraft {
  readonly category: string;
  readonly prompt: string;
  readonly key: Json;
  readonly expected: ExpectedOutcome;
  /** What the oracle calls, in turn. */
  readonly calls: readonly (readonly [string, JsonObject])[];
  /** What it answers. */
  readonly answer: Json;
}

/** Share of the requests that no rule forbids. */
const ALLOWED_SHARE = 0.4;
/** Draws for a request that a certain rule forbids. */
const MOST_DRAWS = 30;

/** A task of this kind in the world with these rows; null where none was found. */
export function drawWorldTask(
  data: WorldData,
  template: TaskData,
  { tables, stream }: { readonly tables: Tables; readonly stream: RandomStream },
): WorldDraft | null {
  const names =
    template.family === 'request'
      ? drawRequest(data, template, { tables, stream })
      : drawNames(template, { tables, today: data.today, stream });
  if (names === null) return null;
  const rows = rowsOf(template, tables, names);
  if (rows === null) return null;
  const scopes = rows.map((row) => ({ ...names, ...row }));
  const isThen = template.when === undefined || compileExpression(template.when)({ tables, names }) === true;
  const way = isThen ? template.way : (template.otherWay ?? template.way);
  const { family, name, look = [] } = template;
  const looks = callsOf(look, tables, names);
  const isRuled = family === 'request';
  const prompt = fillTemplate(
    phrase(stream.pick(template.asks), { answerKind: template.way.answerKind, isRuled }, stream),
    { tables, names },
  );
  const common = { prompt, key: [name, keyOf(names)] } as const;
  const done = [
    ...callsOf(way.calls ?? [], tables, names),
    ...scopes.flatMap((scope) => callsOf(way.callsEach ?? [], tables, scope)),
  ];
  if (isRuled) {
    const [broken] = done.slice(-1).flatMap((call) => rulesAgainst(data, tables, call));
    if (broken !== undefined) {
      const { rule, because } = broken;
      return {
        ...common,
        category: `${family}_refused`,
        calls: looks,
        answer: rule.code,
        expected: {
          answer: { value: rule.code, comparison: 'exact' },
          stateDigest: null,
          invariants: [{ kind: 'unchanged', except: [] }],
          process: because.map(seenCheck(data, tables)),
        },
      };
    }
  }
  const places = new Map<string, StateCheck>();
  for (const [goals, scope] of [
    [way.goals ?? {}, names] as const,
    ...scopes.map((each) => [way.goalsEach ?? {}, each] as const),
  ]) {
    for (const goal of Object.entries(goals)) addGoal(data, places, goal, { tables, names: scope });
  }
  for (const [gone, scope] of [
    [way.gone ?? [], names] as const,
    ...scopes.map((each) => [way.goneEach ?? [], each] as const),
  ]) {
    for (const source of gone) {
      const place = placeName(tables, compileExpression(source)({ tables, names: scope }));
      places.set(place, { kind: 'absent', name: place });
    }
  }
  const answer = isRuled ? DONE : answerOf(way, tables, names);
  const process = [
    ...(family === 'unclear' ? looks.slice(-1).map(calledCheck) : []),
    // What the change itself shows comes too late.
    ...turningPoints(template, way, { tables, names })
      .map(seenCheck(data, tables))
      .map((check) => ({ ...check, early: true as const })),
  ];
  return {
    ...common,
    category: family,
    calls: [...looks, ...done],
    answer: answer?.value ?? 'done',
    expected: {
      answer,
      stateDigest: null,
      ...(places.size === 0 ? {} : { goals: [...places.values()] }),
      invariants: [{ kind: 'unchanged', except: [...places.keys()] }],
      ...(process.length === 0 ? {} : { process }),
    },
  };
}

/** The rows that decide which way is right, or what the answer is: who has not seen them has guessed. */
function turningPoints({ when, draw }: TaskData, { answer }: WayData, scope: Scope): readonly JsonObject[] {
  const sources = [when, answer === undefined ? undefined : (draw[answer]?.replace(/^=/, '') ?? answer)];
  const rows = sources.flatMap((source) =>
    source === undefined ? [] : [...rowsBehind(compileExpression(source), scope)],
  );
  return [...new Set(rows)];
}

/** That a tool showed this row. */
function seenCheck(data: WorldData, tables: Tables): (row: JsonObject) => ProcessCheck {
  return (row) => {
    const [table] = placeOf(tables, row);
    return { kind: 'observed', text: JSON.stringify(shownRow(data, table, row)) };
  };
}

/** What a task is about, whatever its words: rows by their keys. */
function keyOf(names: Names): JsonObject {
  return Object.fromEntries(
    Object.entries(names).map(([name, value]) => [
      name,
      isJsonObject(value) ? (Object.values(value)[0] ?? null) : value,
    ]),
  );
}

const DONE: ExpectedAnswer = { value: 'done', comparison: 'exact' };

/** What a request is about that no rule forbids, or exactly one: each rule about as often as the others. */
function drawRequest(
  data: WorldData,
  template: TaskData,
  { tables, stream }: { readonly tables: Tables; readonly stream: RandomStream },
): Names | null {
  const call = template.way.calls?.at(-1);
  const codes = data.rules.flatMap(({ code, forbids }) =>
    forbids[call?.[0] ?? ''] === undefined ? [] : [code],
  );
  const wanted = stream.chance(ALLOWED_SHARE) ? '' : stream.pick(codes);
  for (let draws = 0; draws < MOST_DRAWS; draws++) {
    const names = drawNames(template, { tables, today: data.today, stream });
    if (names === null) return null;
    const broken = callsOf(call === undefined ? [] : [call], tables, names).flatMap((each) =>
      rulesAgainst(data, tables, each),
    );
    // A rule that is broken in two ways, each of them in other rows, asks for none of these rows.
    if (broken.some(({ because }) => because.length === 0)) continue;
    if (broken.map(({ rule }) => rule.code).join() === wanted) return names;
  }
  return null;
}

/** The rows of a task in bulk, each under the name that it has there; null where there are too few or too many. */
function rowsOf({ each }: TaskData, tables: Tables, names: Names): readonly Names[] | null {
  if (each === undefined) return [];
  const rows = compileExpression(`list(${each.of})`)({ tables, names }) as readonly Json[];
  if (rows.length < each.least || rows.length > each.most) return null;
  return rows.map((row) => ({ [each.name]: row }));
}

function callsOf(
  calls: readonly CallData[],
  tables: Tables,
  names: Names,
): (readonly [string, JsonObject])[] {
  return calls.map(([tool, given]) => {
    const values = Object.entries(given).map(
      ([name, source]) => [name, compileExpression(source)({ tables, names })] as const,
    );
    return [tool, Object.fromEntries(values.filter(([, value]) => value !== null))];
  });
}

function calledCheck([tool, given]: readonly [string, JsonObject]): ProcessCheck {
  return { kind: 'called', tool, arguments: given };
}

/** Adds that a row is in the end what it was, but for these members; a new row has nothing else. */
function addGoal(
  data: WorldData,
  places: Map<string, StateCheck>,
  [source, members]: readonly [string, Readonly<Record<string, string>>],
  { tables, names }: Scope,
): void {
  const isNew = source.startsWith('+');
  const row = isNew ? blankRow(data, tables, source.slice(1)) : compileExpression(source)({ tables, names });
  const name = isNew ? `${source.slice(1)}/${nextKey(tables, source.slice(1))}` : placeName(tables, row);
  const before = places.get(name);
  const values = Object.entries(members).map(
    ([member, value]) => [member, compileExpression(value)({ tables, names })] as const,
  );
  const value = {
    ...((before?.kind === 'fact' ? before.value : row) as JsonObject),
    ...Object.fromEntries(values),
  };
  places.set(name, { kind: 'fact', name, value });
}

function blankRow(data: WorldData, tables: Tables, table: string): JsonObject {
  const [key = 'id', ...columns] = Object.keys(data.tables[table]?.columns ?? {});
  return { [key]: nextKey(tables, table), ...Object.fromEntries(columns.map((name) => [name, null])) };
}

function placeName(tables: Tables, row: Json): string {
  if (!isJsonObject(row)) throw new Error(`A goal is about a row; got ${JSON.stringify(row)}`);
  return placeOf(tables, row).join('/');
}

function answerOf({ answer, answerKind }: WayData, tables: Tables, names: Names): ExpectedAnswer | null {
  if (answer === undefined) return null;
  const value = compileExpression(answer)({ tables, names });
  if (answerKind === 'money') return { value, comparison: 'number', tolerance: 0.005 };
  if (answerKind === 'number') return { value, comparison: 'number' };
  return { value, comparison: answerKind === 'set' ? 'set' : 'exact' };
}
