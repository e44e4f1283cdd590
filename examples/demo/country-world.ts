import { createSqlEnvironment, type SqlContent } from 'mettle/environments';
import type { CountryRecords } from './country-records.js';

/** The records as the tables of an SQL world. */
export function countryContent(records: CountryRecords): SqlContent {
  const { continents, countries, currencies, languages } = records;
  return {
    tables: [
      {
        name: 'continents',
        columns: 'code TEXT PRIMARY KEY, name TEXT NOT NULL',
        rows: continents.map(({ code, name }) => [code, name]),
      },
      {
        name: 'countries',
        columns:
          'code TEXT PRIMARY KEY, name TEXT NOT NULL, capital TEXT, continent TEXT NOT NULL REFERENCES continents (code), calling_code TEXT NOT NULL',
        rows: countries.map(({ code, name, capital, continent, callingCode }) => [
          code,
          name,
          capital,
          continent,
          callingCode,
        ]),
      },
      {
        name: 'currencies',
        columns: 'code TEXT PRIMARY KEY, name TEXT NOT NULL, decimals INTEGER NOT NULL',
        rows: currencies.map(({ code, name, decimals }) => [code, name, decimals]),
      },
      {
        name: 'languages',
        columns: 'code TEXT PRIMARY KEY, name TEXT NOT NULL',
        rows: languages.map(({ code, name }) => [code, name]),
      },
      {
        name: 'country_currencies',
        columns:
          'country TEXT NOT NULL REFERENCES countries (code), currency TEXT NOT NULL REFERENCES currencies (code), PRIMARY KEY (country, currency)',
        rows: countries.flatMap(({ code, currencies: used }) => used.map((currency) => [code, currency])),
      },
      {
        name: 'country_languages',
        columns:
          'country TEXT NOT NULL REFERENCES countries (code), language TEXT NOT NULL REFERENCES languages (code), rank INTEGER NOT NULL, PRIMARY KEY (country, language)',
        rows: countries.flatMap(({ code, languages: spoken }) =>
          spoken.map((language, index) => [code, language, index + 1]),
        ),
      },
    ],
  };
}

/** The digest of a world that holds these records: what a task expects the world to be in the end. */
export async function countryDigest(records: CountryRecords): Promise<string> {
  await using environment = await createSqlEnvironment({ content: countryContent(records) });
  const world = await environment.open({ seed: 0 });
  const digest = world.stateDigest();
  await world.close();
  return digest;
}
