import { expectNumber, quoteSql, type TaskTemplate } from './task-draft.js';

const averageLanguages: TaskTemplate = ({ records, stream }) => {
  const continent = stream.pick(records.continents);
  const countries = records.countries.filter((country) => country.continent === continent.code);
  const spoken = countries.reduce((sum, { languages }) => sum + languages.length, 0);
  return {
    category: 'aggregate',
    prompt: `What is the average number of languages per country in ${continent.name}, rounded to two places?`,
    answer: expectNumber(Math.round((spoken / countries.length) * 100) / 100),
    solution: {
      kind: 'scalar',
      sql: `SELECT round(avg((SELECT count(*) FROM country_languages WHERE country = countries.code)), 2) FROM countries WHERE continent = ${quoteSql(continent.code)}`,
    },
    metadata: {},
  };
};

const differentCurrencies: TaskTemplate = ({ records, stream }) => {
  const continent = stream.pick(records.continents);
  const used = records.countries
    .filter((country) => country.continent === continent.code)
    .flatMap(({ currencies }) => currencies);
  return {
    category: 'aggregate',
    prompt: stream.pick([
      `How many different currencies are used in ${continent.name}?`,
      `Count the different currencies used in ${continent.name}.`,
    ]),
    answer: expectNumber(new Set(used).size),
    solution: {
      kind: 'scalar',
      sql: `SELECT count(DISTINCT currency) FROM country_currencies JOIN countries ON code = country WHERE continent = ${quoteSql(continent.code)}`,
    },
    metadata: {},
  };
};

const mostLanguages: TaskTemplate = ({ records, stream }) => {
  const currency = stream.pick(records.currencies);
  const users = records.countries.filter(({ currencies }) => currencies.includes(currency.code));
  return {
    category: 'aggregate',
    prompt: `What is the largest number of languages spoken in one country that uses the ${currency.name} (${currency.code})?`,
    answer: expectNumber(Math.max(...users.map(({ languages }) => languages.length))),
    solution: {
      kind: 'scalar',
      sql: `SELECT max((SELECT count(*) FROM country_languages AS spoken WHERE spoken.country = used.country)) FROM country_currencies AS used WHERE currency = ${quoteSql(currency.code)}`,
    },
    metadata: {},
  };
};

/** Tasks that sum up. */
export const aggregatingTemplates: readonly TaskTemplate[] = [
  averageLanguages,
  differentCurrencies,
  mostLanguages,
  mostLanguages,
];
