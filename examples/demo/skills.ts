import type { RandomStream } from 'mettle/core';
import type { CountryRecords } from './country-records.js';
import { drawHouseStyles } from './styles/draw-styles.js';
import type { HouseStyle } from './styles/house-style.js';

/** A small transformation that tasks ask for by name and agents do by a script. */
export interface Skill {
  /** snake_case; also how prompts name it, with spaces. */
  readonly name: string;
  /** The thing that is labelled: tasks name it by its code. */
  readonly subject: 'country' | 'capital' | 'currency';
  /** How the house writes it. No agent sees this, but for what the oracle does by it. */
  readonly style: HouseStyle;
}

const NAMES = { country: 'archive_label', capital: 'route_tag', currency: 'ledger_name' } as const;

/** The skills of a run; the seed decides how the house writes each, and no two are written alike. */
export function drawSkills(stream: RandomStream): readonly Skill[] {
  const subjects = ['country', 'capital', 'currency'] as const;
  const styles = drawHouseStyles(stream, subjects.length);
  return subjects.flatMap((subject, index) => {
    const style = styles[index];
    return style === undefined ? [] : [{ name: NAMES[subject], subject, style }];
  });
}

/** What may be labelled: its code and the text that the style is applied to. */
export interface SkillSubject {
  readonly code: string;
  readonly text: string;
}

/** Everything that a skill can be asked for, each text once, so that no unseen task repeats one that training sees. */
export function skillSubjects(skill: Skill, records: CountryRecords): readonly SkillSubject[] {
  const byText = new Map<string, SkillSubject>();
  for (const subject of allSubjects(skill, records)) {
    if (!byText.has(subject.text)) byText.set(subject.text, subject);
  }
  return [...byText.values()];
}

function allSubjects(skill: Skill, records: CountryRecords): readonly SkillSubject[] {
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
