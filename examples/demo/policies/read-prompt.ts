/** What a prompt asks for, as far as its keywords tell. */
export type Intent =
  | 'countries_of_continent'
  | 'countries_speaking'
  | 'countries_with_several_currencies'
  | 'countries_using'
  | 'countries_starting_with'
  | 'countries_without_capital'
  | 'average_languages'
  | 'different_currencies'
  | 'most_languages'
  | 'languages_of_country'
  | 'currencies_of_country'
  | 'continents_of_language'
  | 'languages_in_most_countries'
  | 'currencies_in_most_countries'
  | 'countries_with_most_languages'
  | 'adopt_currency'
  | 'add_language'
  | 'withdraw_currency'
  | 'label';

/** What was read out of a prompt. */
export interface PromptReading {
  readonly intent: Intent;
  /** The words that fill the intent: `continent`, `language`, `code`, …. */
  readonly words: Readonly<Record<string, string>>;
}

const PATTERNS: readonly (readonly [Intent, RegExp])[] = [
  ['average_languages', /average number of languages per country in (?<continent>[^,]+),/],
  ['different_currencies', /different currencies (?:are )?used in (?<continent>[^?.]+)/],
  ['countries_with_several_currencies', /countries in (?<continent>.+) use more than (?<least>\d+)/],
  ['most_languages', /largest number of languages .* uses the .*\((?<currency>[A-Z]{3})\)/],
  ['countries_speaking', /countries (?:is (?<language>.+) spoken|where (?<spoken>.+) is spoken)/],
  ['countries_of_continent', /countries (?:are there )?in (?<continent>[^?.]+)[?.]$/],
  ['countries_using', /countries (?:that )?use the .*\((?<currency>[A-Z]{3})\)/],
  ['countries_starting_with', /countries in (?<continent>.+) have a name that starts with (?<letter>.)/],
  ['countries_without_capital', /countries in (?<continent>.+) have no capital/],
  ['languages_of_country', /languages (?:are )?spoken in (?<country>.+?)(?:\.|\? Give their names\.)$/],
  ['currencies_of_country', /currencies used in (?<country>.+)\.$/],
  ['continents_of_language', /continents is (?<language>.+) spoken/],
  ['languages_in_most_countries', /Which (?<limit>\d+) languages .* most countries of (?<continent>[^?]+)/],
  ['currencies_in_most_countries', /Which (?<limit>\d+) currencies .* most countries of (?<continent>[^?]+)/],
  ['countries_with_most_languages', /Which (?<limit>\d+) countries of (?<continent>.+) speak the most/],
  ['adopt_currency', /^Suppose (?<country>.+) adopts the .*\((?<currency>[A-Z]{3})\) in place/],
  ['add_language', /Record that (?<language>.+) is spoken in (?<country>.+), ranked/],
  [
    'withdraw_currency',
    /country in (?<continent>.+) that uses the .*\((?<old>[A-Z]{3})\) changes it for the .*\((?<currency>[A-Z]{3})\)/,
  ],
  [
    'label',
    /Give the (?<skill>[a-z ]+?) of the (?<subject>capital|country|currency).* code (?<code>[A-Z]+)\./,
  ],
];

/** Reads a prompt by its keywords, or gives null when none fit. */
export function readPrompt(prompt: string): PromptReading | null {
  for (const [intent, pattern] of PATTERNS) {
    const match = pattern.exec(prompt);
    if (match === null) continue;
    const words = Object.entries(match.groups ?? {}).filter(([, word]) => word !== undefined);
    return { intent, words: Object.fromEntries(words) };
  }
  return null;
}
