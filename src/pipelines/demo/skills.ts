import type { RandomStream } from '../../core/index.js';
import type { CountryRecords } from './country-records.js';
import { drawHouseStyle, type HouseStyle } from './house-style.js';

/** A small transformation that tasks ask for by name and agents do by a script. */
export interface Skill {
  /** snake_case; also how prompts name it, with spaces. */
  readonly name: string;
  /** The thing that is labelled: tasks name it by its code. */
  readonly subject: 'country' | 'capital' | 'currency';
  /** How the house writes it. No agent sees this, but for what the oracle does by it. */
  readonly style: HouseStyle;
}

/** Python that defines `transform(value)`, by skill name. */
export type SkillLibrary = Readonly<Record<string, string>>;

/** What an agent does for a skill before it has learned better: the usual guess. */
export const firstGuessScript = `def transform(value):
    return value.lower().replace(" ", "-")
`;

/** The skills of a run; the seed decides how the house writes each. */
export function drawSkills(stream: RandomStream): readonly Skill[] {
  return (['country', 'capital', 'currency'] as const).map((subject) => ({
    name: { country: 'archive_label', capital: 'route_tag', currency: 'ledger_name' }[subject],
    subject,
    style: drawHouseStyle(stream.child(subject)),
  }));
}

/** What may be labelled: its code and the text that the style is applied to. */
export interface SkillSubject {
  readonly code: string;
  readonly text: string;
}

/** Everything that a skill can be asked for. */
export function skillSubjects(skill: Skill, records: CountryRecords): readonly SkillSubject[] {
  switch (skill.subject) {
    case 'country':
      return records.countries.map(({ code, name }) => ({ code, text: name }));
    case 'capital':
      return records.countries.flatMap(({ code, capital }) =>
        capital === null ? [] : [{ code, text: capital }],
      );
    case 'currency':
      return records.currencies.map(({ code, name }) => ({ code, text: name }));
  }
}
