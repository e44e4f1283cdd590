import { continents, countries, languages } from 'countries-list';
import { currencies } from 'countries-list/currencies';

/** A continent. */
interface ContinentRecord {
  readonly code: string;
  readonly name: string;
}

/** A country or territory with an ISO 3166-1 code. */
export interface CountryRecord {
  readonly code: string;
  readonly name: string;
  /** Null where there is none, as in Antarctica. */
  readonly capital: string | null;
  /** Code of its continent. */
  readonly continent: string;
  /** International calling code, digits only. */
  readonly callingCode: string;
  /** Codes of its currencies. */
  readonly currencies: readonly string[];
  /** Codes of its languages, the most important first. */
  readonly languages: readonly string[];
}

/** A currency with an ISO 4217 code. */
interface CurrencyRecord {
  readonly code: string;
  readonly name: string;
  /** Digits after the point. */
  readonly decimals: number;
}

/** A language with an ISO 639-1 code. */
interface LanguageRecord {
  readonly code: string;
  readonly name: string;
}

/** The countries of the world and what goes with them, each list sorted by code. */
export interface CountryRecords {
  readonly continents: readonly ContinentRecord[];
  readonly countries: readonly CountryRecord[];
  readonly currencies: readonly CurrencyRecord[];
  readonly languages: readonly LanguageRecord[];
}

/**
 * The data of the npm package `countries-list` (MIT): countries, continents, currencies and languages by ISO code.
 * Currencies and languages that no country has are left out.
 */
export function loadCountryRecords(): CountryRecords {
  const byCode = <T>(records: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(records).sort(([left], [right]) => (left < right ? -1 : 1));
  const countryRecords = byCode(countries).map(([code, country]) => ({
    code,
    name: country.name,
    capital: country.capital === '' ? null : country.capital,
    continent: country.continent,
    callingCode: String(country.phone[0] ?? ''),
    currencies: [...new Set<string>(country.currency)],
    languages: [...new Set<string>(country.languages)],
  }));
  const used = new Set(countryRecords.flatMap((country) => [...country.currencies, ...country.languages]));
  return {
    continents: byCode(continents).map(([code, name]) => ({ code, name })),
    countries: countryRecords,
    currencies: byCode(currencies)
      .filter(([code]) => used.has(code))
      .map(([code, { name, decimals }]) => ({ code, name, decimals })),
    languages: byCode(languages)
      .filter(([code]) => used.has(code))
      .map(([code, { name }]) => ({ code, name })),
  };
}
