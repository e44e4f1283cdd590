import type { CountryRecord, CountryRecords } from '../country-records.js';
import { expectItems, quoteSql, type TaskTemplate, topNames } from './task-draft.js';

const languagesInMostCountries: TaskTemplate = ({ records, stream }) => {
  const continent = stream.pick(records.continents);
  const limit = stream.integer(2, 5);
  const counts = countBy(records, continent.code, ({ languages }) => languages, records.languages);
  if (counts.size < limit) return null;
  return {
    category: 'top_k',
    prompt: `Which ${limit} languages are spoken in the most countries of ${continent.name}? Give their names, most first, ties by name.`,
    answer: expectItems(topNames(counts, limit), 'list'),
    solution: {
      kind: 'column',
      sql: `SELECT languages.name FROM languages JOIN country_languages ON language = languages.code JOIN countries ON country = countries.code WHERE continent = ${quoteSql(continent.code)} GROUP BY languages.code ORDER BY count(*) DESC, languages.name LIMIT ${limit}`,
    },
    metadata: {},
  };
};

const currenciesInMostCountries: TaskTemplate = ({ records, stream }) => {
  const continent = stream.pick(records.continents);
  const limit = stream.integer(2, 5);
  const counts = countBy(records, continent.code, ({ currencies }) => currencies, records.currencies);
  if (counts.size < limit) return null;
  return {
    category: 'top_k',
    prompt: `Which ${limit} currencies are used in the most countries of ${continent.name}? Give their names, most first, ties by name.`,
    answer: expectItems(topNames(counts, limit), 'list'),
    solution: {
      kind: 'column',
      sql: `SELECT currencies.name FROM currencies JOIN country_currencies ON currency = currencies.code JOIN countries ON country = countries.code WHERE continent = ${quoteSql(continent.code)} GROUP BY currencies.code ORDER BY count(*) DESC, currencies.name LIMIT ${limit}`,
    },
    metadata: {},
  };
};

const countriesWithMostLanguages: TaskTemplate = ({ records, stream }) => {
  const continent = stream.pick(records.continents);
  const limit = stream.integer(2, 5);
  const counts = new Map(
    records.countries
      .filter((country) => country.continent === continent.code)
      .map(({ name, languages }) => [name, languages.length] as const),
  );
  if (counts.size < limit) return null;
  return {
    category: 'top_k',
    prompt: `Which ${limit} countries of ${continent.name} speak the most languages? Give their names, most first, ties by name.`,
    answer: expectItems(topNames(counts, limit), 'list'),
    solution: {
      kind: 'column',
      sql: `SELECT name FROM countries WHERE continent = ${quoteSql(continent.code)} ORDER BY (SELECT count(*) FROM country_languages WHERE country = countries.code) DESC, name LIMIT ${limit}`,
    },
    metadata: {},
  };
};

/** In how many countries of a continent each named thing is, by name. */
function countBy(
  records: CountryRecords,
  continent: string,
  codesOf: (country: CountryRecord) => readonly string[],
  things: readonly { readonly code: string; readonly name: string }[],
): ReadonlyMap<string, number> {
  const names = new Map(things.map(({ code, name }) => [code, name]));
  const counts = new Map<string, number>();
  for (const country of records.countries) {
    if (country.continent !== continent) continue;
    for (const code of codesOf(country)) {
      const name = names.get(code) ?? code;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

/** Tasks that rank. */
export const rankingTemplates: readonly TaskTemplate[] = [
  languagesInMostCountries,
  currenciesInMostCountries,
  countriesWithMostLanguages,
];
