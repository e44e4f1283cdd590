import type { CountryRecord, CountryRecords } from '../country-records.js';
import { quoteSql, type TaskTemplate } from './task-draft.js';

const adoptCurrency: TaskTemplate = ({ records, stream }) => {
  const country = stream.pick(records.countries);
  const currency = stream.pick(records.currencies);
  const code = quoteSql(country.code);
  return {
    category: 'update',
    prompt: `Suppose ${country.name} adopts the ${currency.name} (${currency.code}) in place of all its currencies. Record that and change nothing else.`,
    answer: null,
    finalRecords: changeCountries(records, (each) =>
      each.code === country.code ? { ...each, currencies: [currency.code] } : each,
    ),
    solution: {
      kind: 'writes',
      statements: [
        `DELETE FROM country_currencies WHERE country = ${code}`,
        `INSERT INTO country_currencies VALUES (${code}, ${quoteSql(currency.code)})`,
      ],
    },
    metadata: {},
  };
};

const addLanguage: TaskTemplate = ({ records, stream }) => {
  const country = stream.pick(records.countries);
  const language = stream.pick(records.languages);
  const code = quoteSql(country.code);
  const known = country.languages.includes(language.code);
  return {
    category: 'update',
    prompt: `Record that ${language.name} is spoken in ${country.name}, ranked after the languages already there. Change nothing if it is recorded already.`,
    answer: null,
    finalRecords: changeCountries(records, (each) =>
      each.code === country.code && !known
        ? { ...each, languages: [...each.languages, language.code] }
        : each,
    ),
    solution: {
      kind: 'writes',
      statements: [
        `INSERT INTO country_languages SELECT ${code}, ${quoteSql(language.code)}, (SELECT count(*) FROM country_languages WHERE country = ${code}) + 1 ON CONFLICT DO NOTHING`,
      ],
    },
    metadata: {},
  };
};

const withdrawCurrency: TaskTemplate = ({ records, stream }) => {
  const old = stream.pick(records.currencies);
  const replacement = stream.pick(records.currencies);
  const users = records.countries.filter(({ currencies }) => currencies.includes(old.code));
  const continent = records.continents.find(({ code }) => code === users[0]?.continent);
  if (old.code === replacement.code || continent === undefined) return null;
  const [from, to, where] = [quoteSql(old.code), quoteSql(replacement.code), quoteSql(continent.code)];
  const affected = `currency = ${from} AND country IN (SELECT code FROM countries WHERE continent = ${where})`;
  return {
    category: 'update',
    prompt: `Suppose every country in ${continent.name} that uses the ${old.name} (${old.code}) changes it for the ${replacement.name} (${replacement.code}). Record that and change nothing else.`,
    answer: null,
    finalRecords: changeCountries(records, (each) =>
      each.continent === continent.code && each.currencies.includes(old.code)
        ? {
            ...each,
            currencies: [
              ...new Set(each.currencies.map((code) => (code === old.code ? replacement.code : code))),
            ],
          }
        : each,
    ),
    solution: {
      kind: 'writes',
      statements: [
        `INSERT INTO country_currencies SELECT country, ${to} FROM country_currencies WHERE ${affected} ON CONFLICT DO NOTHING`,
        `DELETE FROM country_currencies WHERE ${affected}`,
      ],
    },
    metadata: {},
  };
};

function changeCountries(
  records: CountryRecords,
  change: (country: CountryRecord) => CountryRecord,
): CountryRecords {
  return { ...records, countries: records.countries.map(change) };
}

/** Tasks that change the world, and nothing in it but what was asked. */
export const updatingTemplates: readonly TaskTemplate[] = [adoptCurrency, addLanguage, withdrawCurrency];
