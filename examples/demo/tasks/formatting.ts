import { type Skill, type SkillSubject, skillSubjects } from '../skills.js';
import { quoteSql, type TaskTemplate } from './task-draft.js';

/** A template for tasks that need one skill. */
export function formattingTemplate(skill: Skill): TaskTemplate {
  return ({ records, stream }) => {
    const subject = stream.pick(skillSubjects(skill, records));
    return {
      category: 'format',
      prompt: promptFor(skill, subject),
      answer: { value: skill.style.apply(subject.text), comparison: 'exact' },
      solution: { kind: 'script', sql: subjectQuery(skill, subject), script: skill.style.script },
      metadata: { skill: skill.name },
    };
  };
}

function promptFor(skill: Skill, { code }: SkillSubject): string {
  const label = skill.name.replaceAll('_', ' ');
  switch (skill.subject) {
    case 'country':
      return `Give the ${label} of the country with the code ${code}.`;
    case 'capital':
      return `Give the ${label} of the capital of the country with the code ${code}.`;
    case 'currency':
      return `Give the ${label} of the currency with the code ${code}.`;
  }
}

function subjectQuery(skill: Skill, { code }: SkillSubject): string {
  const column = skill.subject === 'capital' ? 'capital' : 'name';
  const table = skill.subject === 'currency' ? 'currencies' : 'countries';
  return `SELECT ${column} FROM ${table} WHERE code = ${quoteSql(code)}`;
}
