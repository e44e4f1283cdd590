export { continents, countries, languages } from 'countries-list';
export { currencies } from 'countries-list/currencies';
