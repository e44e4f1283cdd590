import type { Json, RandomStream } from '../../../core/index.js';
import { NUMBER_ENDINGS, SET_ENDINGS, say } from '../words.js';
import { aggregateAnswer, drawAggregate } from './aggregate.js';
import { drawCondition, isKeyLabel, isName, type RowCondition } from './row-condition.js';
import { said } from './said.js';
import type { ParentLink, SqlRecords } from './sql-records.js';
import { expectItems, expectNumber, expectValue, type SqlTemplate } from './sql-template.js';
import { sqlName, sqlValue } from './sql-text.js';
import { isPlain, type SqlRow } from './sql-values.js';

/** Rows of one table, chosen by something that another table says. */
interface Path {
  readonly table: SqlRecords;
  /** `whose order's customer is "Ann"`, `whose order's total is above 5`. */
  readonly words: string;
  /** The tables with their joins; the first has the alias `t0`. */
  readonly from: string;
  readonly where: string;
  readonly rows: readonly SqlRow[];
  readonly key: Json;
}

/** A path of so many steps from a table to one it refers to, by chance. */
function drawPath(tables: readonly SqlRecords[], stream: RandomStream, steps: number): Path | null {
  const table = stream.pick(tables);
  const links: ParentLink[] = [];
  let last = table;
  while (links.length < steps) {
    if (last.parents.length === 0) return null;
    const link = stream.pick(last.parents);
    links.push(link);
    last = link.parent();
    if (last === table) return null;
  }
  const end = endOfPath(last, stream);
  if (end === null) return null;
  const reach = (row: SqlRow): SqlRow | undefined =>
    links.reduce<SqlRow | undefined>((at, link) => at && link.find(at.values[link.column] ?? null), row);
  const rows = table.rows.filter((row) => {
    const reached = reach(row);
    return reached !== undefined && end.condition.holds(reached);
  });
  const joins = links.map(
    (link, index) =>
      ` JOIN ${sqlName(link.parent().name)} AS t${index + 1} ON t${index + 1}.${sqlName(link.references)} = t${index}.${sqlName(link.column)}`,
  );
  return {
    table,
    words: `whose ${links.map(({ words }) => words).join("'s ")}${end.words}`,
    from: `${sqlName(table.name)} AS t0${joins.join('')}`,
    where: end.condition.sql(`t${links.length}`),
    rows,
    key: [table.name, links.map(({ column }) => column), end.condition.key],
  };
}

/** What is said of the row at the end of a path: which one it is, or what it is like. */
function endOfPath(
  table: SqlRecords,
  stream: RandomStream,
): { readonly words: string; readonly condition: RowCondition } | null {
  const { label } = table;
  if (table.rows.length === 0) return null;
  if (label !== null && stream.chance(0.6)) {
    if (table.named.length === 0) return null;
    const value = stream.pick(table.named).values[label];
    if (!isPlain(value)) return null;
    return {
      words: isKeyLabel(table)
        ? typeof value === 'number'
          ? ` is number ${value}`
          : ` is ${said(value)}`
        : isName(table)
          ? ` is ${said(value)}`
          : `'s ${table.wordsOf(label)} is ${said(value)}`,
      condition: {
        words: '',
        sql: (alias) => `${alias}.${sqlName(label)} = ${sqlValue(value)}`,
        holds: ({ values }) => values[label] === value,
        key: [label, '=', value],
      },
    };
  }
  const condition = drawCondition(table, stream);
  if (condition === null) return null;
  const words = condition.words
    .replace(/^that are /, ' is ')
    .replace(/^that have /, ' has ')
    .replace(/^with /, ' has ')
    .replace(/^whose /, "'s ")
    .replace(/^where /, "'s ");
  return { words, condition };
}

function countOnPath(steps: number, category: string): SqlTemplate {
  return ({ tables, stream }) => {
    const path = drawPath(tables, stream, steps);
    if (path === null || path.rows.length < 2 || path.rows.length === path.table.rows.length) return null;
    const { many } = path.table.noun;
    return {
      category,
      prompt: say(
        stream,
        [
          `How many ${many} are there ${path.words}?`,
          `Count the ${many} ${path.words}.`,
          `Find out how many ${many} there are ${path.words}.`,
          `Of all ${many}, consider those ${path.words}. How many are there?`,
        ],
        NUMBER_ENDINGS,
      ),
      key: ['count', path.key],
      answer: expectNumber(path.rows.length),
      solution: { kind: 'scalar', sql: `SELECT count(*) FROM ${path.from} WHERE ${path.where}` },
    };
  };
}

function aggregateOnPath(steps: number, category: string): SqlTemplate {
  return ({ tables, stream }) => {
    const path = drawPath(tables, stream, steps);
    if (path === null || path.rows.length < 2 || path.rows.length === path.table.rows.length) return null;
    const aggregate = drawAggregate(path.table, (items) => stream.pick(items));
    if (aggregate === null) return null;
    const { column, name, words } = aggregate;
    const expected = aggregateAnswer(
      name,
      path.rows.map(({ values }) => Number(values[column])),
    );
    if (expected === null) return null;
    const whom = `the ${path.table.noun.many} ${path.words}`;
    return {
      category,
      prompt: say(
        stream,
        [
          `What is the ${words} of ${whom}?`,
          `Work out the ${words} of ${whom}.`,
          `I need one figure: the ${words} of ${whom}.`,
          `Look at ${whom} and give me the ${words}.`,
        ],
        expected.endings,
      ),
      key: ['aggregate', name, column, path.key],
      answer: expected.answer,
      solution: {
        kind: 'scalar',
        sql: `SELECT ${name}(t0.${sqlName(column)}) FROM ${path.from} WHERE ${path.where}`,
      },
    };
  };
}

function listOnPath(steps: number, category: string): SqlTemplate {
  return ({ tables, stream }) => {
    const path = drawPath(tables, stream, steps);
    const label = path?.table.label ?? null;
    if (path === null || label === null || path.rows.length < 2 || path.rows.length > 12) return null;
    if (!path.rows.every((row) => path.table.named.includes(row))) return null;
    const names = path.rows.map(({ values }) => values[label]);
    if (!names.every(isPlain)) return null;
    const [many, what] = [path.table.noun.many, path.table.wordsOf(label)];
    return {
      category,
      prompt: say(
        stream,
        [
          `List the ${what} of each of the ${many} ${path.words}.`,
          `Which ${many} are there ${path.words}? Give the ${what} of each.`,
          `I need the ${what} of every one of the ${many} ${path.words}.`,
        ],
        SET_ENDINGS,
      ),
      key: ['list', path.key],
      answer: expectItems(names, 'set'),
      solution: {
        kind: 'column',
        sql: `SELECT t0.${sqlName(label)} FROM ${path.from} WHERE ${path.where}`,
      },
    };
  };
}

/** Which row of the other table has the most rows, or the highest total; never with a tie. */
const leadingParent: SqlTemplate = ({ tables, stream }) => {
  const table = stream.pick(tables);
  if (table.parents.length === 0) return null;
  const link = stream.pick(table.parents);
  const parent = link.parent();
  const { label } = parent;
  const aggregate = drawAggregate(table, (items) => stream.pick(items));
  const column = aggregate?.name === 'sum' && stream.chance(0.5) ? aggregate.column : null;
  const condition = stream.chance(0.5) ? drawCondition(table, stream) : null;
  if (label === null || parent === table) return null;
  const totals = new Map<SqlRow, number>();
  for (const row of table.rows) {
    const owner = link.find(row.values[link.column] ?? null);
    if (owner === undefined || condition?.holds(row) === false) continue;
    totals.set(owner, (totals.get(owner) ?? 0) + (column === null ? 1 : Number(row.values[column])));
  }
  const [first, second] = [...totals].sort(([, left], [, right]) => right - left);
  // Sums of fractions can differ by their order: what is ahead has to be clearly ahead.
  if (first === undefined || second === undefined || first[1] - second[1] < 0.01) return null;
  const name = first[0].values[label];
  if (!parent.named.includes(first[0])) return null;
  if (!isPlain(name)) return null;
  const many = condition === null ? table.noun.many : `${table.noun.many} ${condition.words}`;
  const [who, which, what] = [
    link.words,
    parent.wordsOf(label),
    column === null ? null : table.wordsOf(column),
  ];
  const ask = `Answer with the ${which} alone.`;
  const measure = column === null ? 'count(*)' : `sum(t0.${sqlName(column)})`;
  return {
    category: 'multi_hop_join',
    prompt: say(
      stream,
      what === null
        ? [
            `Take the ${many} and group them by ${who}: which one has the most? ${ask}`,
            `Which ${who} occurs most often among the ${many}? ${ask}`,
            `Count the ${many} for each ${who}. Which ${who} is ahead? ${ask}`,
          ]
        : [
            `Add up the ${what} of the ${many} for each ${who}: which one has the highest total? ${ask}`,
            `Which ${who} has the highest total${what === 'total' ? '' : ` ${what}`} across the ${many}? ${ask}`,
          ],
    ),
    key: ['leading', table.name, link.column, column, condition?.key ?? null],
    answer: expectValue(name),
    solution: {
      kind: 'scalar',
      sql: `SELECT t1.${sqlName(label)} FROM ${sqlName(table.name)} AS t0 JOIN ${sqlName(parent.name)} AS t1 ON t1.${sqlName(link.references)} = t0.${sqlName(link.column)}${condition === null ? '' : ` WHERE ${condition.sql('t0')}`} GROUP BY t1.${sqlName(link.references)}, t1.${sqlName(label)} ORDER BY ${measure} DESC LIMIT 1`,
    },
  };
};

/** Questions about the rows of one table by what another says. */
export const joinTemplates: readonly SqlTemplate[] = [
  countOnPath(1, 'join'),
  aggregateOnPath(1, 'join'),
  listOnPath(1, 'join'),
];

/** Questions over more than one step, and by groups. */
export const multiHopTemplates: readonly SqlTemplate[] = [
  countOnPath(2, 'multi_hop_join'),
  aggregateOnPath(2, 'multi_hop_join'),
  listOnPath(2, 'multi_hop_join'),
  leadingParent,
];
