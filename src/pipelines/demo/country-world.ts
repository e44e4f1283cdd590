import type { Json } from '../../core/index.js';
import type { SqlContent, WorldState } from '../../environments/index.js';
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

/** The facts that a world of these records holds, worked out from the records and not by SQL. */
export function countryState(records: CountryRecords): WorldState {
  const state = new Map<string, Json>();
  for (const { code, name } of records.continents) state.set(`continents/${code}`, { code, name });
  for (const { code, name, decimals } of records.currencies) {
    state.set(`currencies/${code}`, { code, name, decimals });
  }
  for (const { code, name } of records.languages) state.set(`languages/${code}`, { code, name });
  for (const { code, name, capital, continent, callingCode, currencies, languages } of records.countries) {
    state.set(`countries/${code}`, { code, name, capital, continent, calling_code: callingCode });
    for (const currency of currencies) {
      state.set(`country_currencies/${code},${currency}`, { country: code, currency });
    }
    for (const [index, language] of languages.entries()) {
      state.set(`country_languages/${code},${language}`, { country: code, language, rank: index + 1 });
    }
  }
  return state;
}
