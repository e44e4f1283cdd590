import { expectNumber, quoteSql, type TaskTemplate } from './task-draft.js';

const countriesOfContinent: TaskTemplate = ({ records, stream }) => {
  const continent = stream.pick(records.continents);
  return {
    category: 'count',
    prompt: stream.pick([
      `How many countries are there in ${continent.name}?`,
      `Count the countries in ${continent.name}.`,
    ]),
    answer: expectNumber(records.countries.filter((country) => country.continent === continent.code).length),
    solution: {
      kind: 'scalar',
      sql: `SELECT count(*) FROM countries WHERE continent = ${quoteSql(continent.code)}`,
    },
    metadata: {},
  };
};

const countriesSpeaking: TaskTemplate = ({ records, stream }) => {
  const language = stream.pick(records.languages);
  return {
    category: 'count',
    prompt: stream.pick([
      `In how many countries is ${language.name} spoken?`,
      `Count the countries where ${language.name} is spoken.`,
    ]),
    answer: expectNumber(
      records.countries.filter((country) => country.languages.includes(language.code)).length,
    ),
    solution: {
      kind: 'scalar',
      sql: `SELECT count(*) FROM country_languages WHERE language = ${quoteSql(language.code)}`,
    },
    metadata: {},
  };
};

const countriesWithSeveralCurrencies: TaskTemplate = ({ records, stream }) => {
  const continent = stream.pick(records.continents);
  const least = stream.integer(1, 2);
  const word = least === 1 ? 'currency' : 'currencies';
  return {
    category: 'count',
    prompt: `How many countries in ${continent.name} use more than ${least} ${word}?`,
    answer: expectNumber(
      records.countries.filter(
        (country) => country.continent === continent.code && country.currencies.length > least,
      ).length,
    ),
    solution: {
      kind: 'scalar',
      sql: `SELECT count(*) FROM countries WHERE continent = ${quoteSql(continent.code)} AND (SELECT count(*) FROM country_currencies WHERE country = countries.code) > ${least}`,
    },
    metadata: {},
  };
};

/** Tasks that count. */
export const countingTemplates: readonly TaskTemplate[] = [
  countriesOfContinent,
  countriesSpeaking,
  countriesWithSeveralCurrencies,
];
