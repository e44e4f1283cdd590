import { isOrAre, NUMBER_ENDINGS, say, TEXT_ENDINGS } from '../words.js';
import { drawCondition, rowWords } from './row-condition.js';
import { expectNumber, expectValue, type SqlTemplate } from './sql-template.js';
import { sqlName, sqlValue } from './sql-text.js';
import { isNothing, isPlain } from './sql-values.js';

const lookUpValue: SqlTemplate = ({ tables, stream }) => {
  const table = stream.pick(tables);
  const column = stream.pick(table.schema.columns).name;
  if (!table.isAsked(column) || table.flagOf(column) !== null) return null;
  if (table.label === null || table.named.length < 2) return null;
  const row = stream.pick(table.named);
  const value = row.values[column];
  if (!isPlain(value) || isNothing(value)) return null;
  const [who, what] = [rowWords(table, row, stream), table.wordsOf(column)];
  return {
    category: 'lookup',
    prompt: say(
      stream,
      [
        `What ${isOrAre(what)} the ${what} of ${who}?`,
        `Find the ${what} of ${who}.`,
        `Look up ${who} and tell me the ${what}.`,
        `I need the ${what} of ${who}.`,
        `Tell me the ${what} of ${who}.`,
      ],
      typeof value === 'number' ? NUMBER_ENDINGS : TEXT_ENDINGS,
    ),
    key: ['lookup', table.name, column, row.fact],
    answer: expectValue(value),
    solution: {
      kind: 'scalar',
      sql: `SELECT ${sqlName(column)} FROM ${sqlName(table.name)} WHERE ${sqlName(table.label)} = ${sqlValue(row.values[table.label] ?? null)}`,
    },
  };
};

const countRows: SqlTemplate = ({ tables, stream }) => {
  const table = stream.pick(tables);
  const condition = drawCondition(table, stream);
  if (condition === null) return null;
  const count = table.rows.filter(condition.holds).length;
  if (count < 2 || count === table.rows.length) return null;
  const { many } = table.noun;
  return {
    category: 'count',
    prompt: say(
      stream,
      [
        `How many ${many} are there ${condition.words}?`,
        `Count the ${many} ${condition.words}.`,
        `What is the number of ${many} ${condition.words}?`,
        `I would like to know how many ${many} we have ${condition.words}.`,
      ],
      NUMBER_ENDINGS,
    ),
    key: ['count', table.name, condition.key],
    answer: expectNumber(count),
    solution: {
      kind: 'scalar',
      sql: `SELECT count(*) FROM ${sqlName(table.name)} AS t WHERE ${condition.sql('t')}`,
    },
  };
};

/** One row, or a count by one condition. */
export const lookupTemplates: readonly SqlTemplate[] = [lookUpValue, countRows];
