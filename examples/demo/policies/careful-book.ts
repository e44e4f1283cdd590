import { column, type SqlBook, scalar, type WordLookup, writes } from './sql-book.js';

const inContinent = (word: WordLookup): string =>
  `continent = (SELECT code FROM continents WHERE name = ${word('continent')})`;
const country = (word: WordLookup): string => `(SELECT code FROM countries WHERE name = ${word('country')})`;
const language = (word: WordLookup): string =>
  `(SELECT code FROM languages WHERE name = ${word('language')})`;
const count = (word: WordLookup, name: string): number => Number(word(name).replaceAll("'", ''));

/**
 * An agent that reads the schema well. Its misconceptions: a country without a capital has an empty one, and an
 * average over a join covers the countries that the join drops.
 */
export const carefulBook: SqlBook = {
  countries_of_continent: (word) => scalar(`SELECT count(*) FROM countries WHERE ${inContinent(word)}`),
  countries_speaking: (word) =>
    scalar(
      `SELECT count(*) FROM country_languages JOIN languages ON code = language WHERE name IN (${word('language')}, ${word('spoken')})`,
    ),
  countries_with_several_currencies: (word) =>
    scalar(
      `SELECT count(*) FROM (SELECT code FROM countries JOIN country_currencies ON country = code WHERE ${inContinent(word)} GROUP BY code HAVING count(*) > ${count(word, 'least')})`,
    ),
  countries_using: (word) =>
    column(`SELECT country FROM country_currencies WHERE currency = ${word('currency')}`),
  countries_starting_with: (word) =>
    column(
      `SELECT name FROM countries WHERE ${inContinent(word)} AND substr(name, 1, 1) = ${word('letter')}`,
    ),
  countries_without_capital: (word) =>
    column(`SELECT name FROM countries WHERE ${inContinent(word)} AND capital = ''`),
  average_languages: (word) =>
    scalar(
      `SELECT round(avg(spoken), 2) FROM (SELECT count(*) AS spoken FROM countries JOIN country_languages ON country = code WHERE ${inContinent(word)} GROUP BY code)`,
    ),
  different_currencies: (word) =>
    scalar(
      `SELECT count(DISTINCT currency) FROM country_currencies JOIN countries ON code = country WHERE ${inContinent(word)}`,
    ),
  most_languages: (word) =>
    scalar(
      `SELECT count(*) FROM country_languages WHERE country IN (SELECT country FROM country_currencies WHERE currency = ${word('currency')}) GROUP BY country ORDER BY count(*) DESC LIMIT 1`,
    ),
  languages_of_country: (word) =>
    column(
      `SELECT name FROM languages JOIN country_languages ON language = code WHERE country = ${country(word)}`,
    ),
  currencies_of_country: (word) =>
    column(
      `SELECT name FROM currencies JOIN country_currencies ON currency = code WHERE country = ${country(word)}`,
    ),
  continents_of_language: (word) =>
    column(
      `SELECT DISTINCT continents.name FROM continents JOIN countries ON continent = continents.code JOIN country_languages ON country = countries.code WHERE language = ${language(word)}`,
    ),
  languages_in_most_countries: (word) =>
    column(
      `SELECT languages.name FROM languages JOIN country_languages ON language = languages.code JOIN countries ON country = countries.code WHERE ${inContinent(word)} GROUP BY language ORDER BY count(*) DESC, languages.name LIMIT ${count(word, 'limit')}`,
    ),
  currencies_in_most_countries: (word) =>
    column(
      `SELECT currencies.name FROM currencies JOIN country_currencies ON currency = currencies.code JOIN countries ON country = countries.code WHERE ${inContinent(word)} GROUP BY currency ORDER BY count(*) DESC, currencies.name LIMIT ${count(word, 'limit')}`,
    ),
  countries_with_most_languages: (word) =>
    column(
      `SELECT name FROM countries JOIN country_languages ON country = code WHERE ${inContinent(word)} GROUP BY code ORDER BY count(*) DESC, name LIMIT ${count(word, 'limit')}`,
    ),
  adopt_currency: (word) =>
    writes(
      `DELETE FROM country_currencies WHERE country = ${country(word)}`,
      `INSERT INTO country_currencies VALUES (${country(word)}, ${word('currency')})`,
    ),
  add_language: (word) =>
    writes(
      `INSERT INTO country_languages SELECT ${country(word)}, ${language(word)}, coalesce(max(rank), 0) + 1 FROM country_languages WHERE country = ${country(word)}`,
    ),
  withdraw_currency: (word) =>
    writes(
      `UPDATE OR REPLACE country_currencies SET currency = ${word('currency')} WHERE currency = ${word('old')} AND country IN (SELECT code FROM countries WHERE ${inContinent(word)})`,
    ),
};
