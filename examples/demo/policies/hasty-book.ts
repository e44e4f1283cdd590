import { carefulBook } from './careful-book.js';
import { column, type SqlBook, scalar, type WordLookup, writes } from './sql-book.js';

const like = (word: WordLookup, name: string): string => `'%' || ${word(name)} || '%'`;
const inContinent = (word: WordLookup): string =>
  `continent IN (SELECT code FROM continents WHERE name LIKE ${like(word, 'continent')})`;

/**
 * An agent in a hurry. Its misconceptions: names are found by a part of them, rows of a join are countries, a list
 * needs no DISTINCT, the tie rule does not matter, and a change of currency is one UPDATE everywhere.
 */
export const hastyBook: SqlBook = {
  ...carefulBook,
  countries_speaking: (word) =>
    scalar(
      `SELECT count(*) FROM country_languages JOIN languages ON code = language WHERE name LIKE ${like(word, 'language')} AND name LIKE ${like(word, 'spoken')}`,
    ),
  countries_with_several_currencies: (word) =>
    scalar(
      `SELECT count(*) FROM countries JOIN country_currencies ON country = code WHERE ${inContinent(word)} AND (SELECT count(*) FROM country_currencies WHERE country = code) > ${word('least').replaceAll("'", '')}`,
    ),
  different_currencies: (word) =>
    scalar(
      `SELECT count(currency) FROM country_currencies JOIN countries ON code = country WHERE ${inContinent(word)}`,
    ),
  languages_of_country: (word) =>
    column(
      `SELECT languages.name FROM languages JOIN country_languages ON language = languages.code JOIN countries ON country = countries.code WHERE countries.name LIKE ${like(word, 'country')}`,
    ),
  currencies_of_country: (word) =>
    column(
      `SELECT currencies.name FROM currencies JOIN country_currencies ON currency = currencies.code JOIN countries ON country = countries.code WHERE countries.name LIKE ${like(word, 'country')}`,
    ),
  continents_of_language: (word) =>
    column(
      `SELECT continents.name FROM continents JOIN countries ON continent = continents.code JOIN country_languages ON country = countries.code JOIN languages ON language = languages.code WHERE languages.name LIKE ${like(word, 'language')}`,
    ),
  countries_with_most_languages: (word) =>
    column(
      `SELECT name FROM countries JOIN country_languages ON country = code WHERE ${inContinent(word)} GROUP BY code ORDER BY count(*) DESC LIMIT ${word('limit').replaceAll("'", '')}`,
    ),
  adopt_currency: (word) =>
    writes(
      `UPDATE country_currencies SET currency = ${word('currency')} WHERE country = (SELECT code FROM countries WHERE name = ${word('country')})`,
    ),
  withdraw_currency: (word) =>
    writes(`UPDATE country_currencies SET currency = ${word('currency')} WHERE currency = ${word('old')}`),
};
