import { expectItems, quoteSql, type TaskTemplate } from './task-draft.js';

const countriesUsing: TaskTemplate = ({ records, stream }) => {
  const currency = stream.pick(records.currencies);
  const users = records.countries.filter((country) => country.currencies.includes(currency.code));
  return {
    category: 'filter',
    prompt: stream.pick([
      `Which countries use the ${currency.name} (${currency.code})? List their codes.`,
      `List the codes of the countries that use the ${currency.name} (${currency.code}).`,
    ]),
    answer: expectItems(
      users.map(({ code }) => code),
      'set',
    ),
    solution: {
      kind: 'column',
      sql: `SELECT country FROM country_currencies WHERE currency = ${quoteSql(currency.code)}`,
    },
    metadata: {},
  };
};

const countriesStartingWith: TaskTemplate = ({ records, stream }) => {
  const continent = stream.pick(records.continents);
  const ofContinent = records.countries.filter((country) => country.continent === continent.code);
  const letter = stream.pick(ofContinent).name.slice(0, 1);
  return {
    category: 'filter',
    prompt: `Which countries in ${continent.name} have a name that starts with ${letter}? List their names.`,
    answer: expectItems(
      ofContinent.filter(({ name }) => name.startsWith(letter)).map(({ name }) => name),
      'set',
    ),
    solution: {
      kind: 'column',
      sql: `SELECT name FROM countries WHERE continent = ${quoteSql(continent.code)} AND substr(name, 1, 1) = ${quoteSql(letter)}`,
    },
    metadata: {},
  };
};

const countriesWithoutCapital: TaskTemplate = ({ records, stream }) => {
  const continent = stream.pick(records.continents);
  return {
    category: 'filter',
    prompt: `Which countries in ${continent.name} have no capital? List their names.`,
    answer: expectItems(
      records.countries
        .filter((country) => country.continent === continent.code && country.capital === null)
        .map(({ name }) => name),
      'set',
    ),
    solution: {
      kind: 'column',
      sql: `SELECT name FROM countries WHERE continent = ${quoteSql(continent.code)} AND capital IS NULL`,
    },
    metadata: {},
  };
};

/** Tasks that pick out. */
export const filteringTemplates: readonly TaskTemplate[] = [
  countriesUsing,
  countriesUsing,
  countriesStartingWith,
  countriesWithoutCapital,
];
