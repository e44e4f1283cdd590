import { carefulBook } from './careful-book.js';
import { column, type SqlBook, scalar, type WordLookup, writes } from './sql-book.js';

/** The code that a continent would have if codes were the first two letters of names. */
const guessedCode = (word: WordLookup): string => `upper(substr(${word('continent')}, 1, 2))`;

/**
 * An agent that takes things literally. Its misconceptions: a code is the first two letters of a name, ties are
 * broken by code, what is adopted comes on top of what is there, and what is added ranks first.
 */
export const literalBook: SqlBook = {
  ...carefulBook,
  countries_of_continent: (word) =>
    scalar(`SELECT count(*) FROM countries WHERE continent = ${guessedCode(word)}`),
  countries_starting_with: (word) =>
    column(
      `SELECT name FROM countries WHERE continent = ${guessedCode(word)} AND name LIKE ${word('letter')} || '%'`,
    ),
  countries_without_capital: (word) =>
    column(`SELECT name FROM countries WHERE continent = ${guessedCode(word)} AND capital IS NULL`),
  different_currencies: (word) =>
    scalar(
      `SELECT count(DISTINCT currency) FROM country_currencies JOIN countries ON code = country WHERE continent = ${guessedCode(word)}`,
    ),
  languages_in_most_countries: (word) =>
    column(
      `SELECT languages.name FROM languages JOIN country_languages ON language = languages.code JOIN countries ON country = countries.code WHERE continent = ${guessedCode(word)} GROUP BY language ORDER BY count(*) DESC, language LIMIT ${word('limit').replaceAll("'", '')}`,
    ),
  currencies_in_most_countries: (word) =>
    column(
      `SELECT currencies.name FROM currencies JOIN country_currencies ON currency = currencies.code JOIN countries ON country = countries.code WHERE continent = ${guessedCode(word)} GROUP BY currency ORDER BY count(*) DESC, currency LIMIT ${word('limit').replaceAll("'", '')}`,
    ),
  adopt_currency: (word) =>
    writes(
      `INSERT INTO country_currencies SELECT code, ${word('currency')} FROM countries WHERE name = ${word('country')}`,
    ),
  add_language: (word) =>
    writes(
      `INSERT INTO country_languages SELECT countries.code, languages.code, 1 FROM countries, languages WHERE countries.name = ${word('country')} AND languages.name = ${word('language')}`,
    ),
};
