import { expectItems, quoteSql, type TaskTemplate } from './task-draft.js';

const languagesOfCountry: TaskTemplate = ({ records, stream }) => {
  const country = stream.pick(records.countries);
  const names = records.languages.filter(({ code }) => country.languages.includes(code));
  return {
    category: 'join',
    prompt: stream.pick([
      `Name the languages spoken in ${country.name}.`,
      `Which languages are spoken in ${country.name}? Give their names.`,
    ]),
    answer: expectItems(
      names.map(({ name }) => name),
      'set',
    ),
    solution: {
      kind: 'column',
      sql: `SELECT name FROM languages JOIN country_languages ON language = code WHERE country = ${quoteSql(country.code)}`,
    },
    metadata: {},
  };
};

const currenciesOfCountry: TaskTemplate = ({ records, stream }) => {
  const country = stream.pick(records.countries);
  const names = records.currencies.filter(({ code }) => country.currencies.includes(code));
  return {
    category: 'join',
    prompt: `Name the currencies used in ${country.name}.`,
    answer: expectItems(
      names.map(({ name }) => name),
      'set',
    ),
    solution: {
      kind: 'column',
      sql: `SELECT name FROM currencies JOIN country_currencies ON currency = code WHERE country = ${quoteSql(country.code)}`,
    },
    metadata: {},
  };
};

const continentsOfLanguage: TaskTemplate = ({ records, stream }) => {
  const language = stream.pick(records.languages);
  const codes = new Set(
    records.countries
      .filter(({ languages }) => languages.includes(language.code))
      .map(({ continent }) => continent),
  );
  return {
    category: 'join',
    prompt: `On which continents is ${language.name} spoken? Give their names.`,
    answer: expectItems(
      records.continents.filter(({ code }) => codes.has(code)).map(({ name }) => name),
      'set',
    ),
    solution: {
      kind: 'column',
      sql: `SELECT DISTINCT continents.name FROM continents JOIN countries ON continent = continents.code JOIN country_languages ON country = countries.code WHERE language = ${quoteSql(language.code)}`,
    },
    metadata: {},
  };
};

/** Tasks that follow links between tables. */
export const joiningTemplates: readonly TaskTemplate[] = [
  languagesOfCountry,
  currenciesOfCountry,
  continentsOfLanguage,
];
