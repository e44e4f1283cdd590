import type { WorldData } from './world-data.js';

/** A world with one row in each table, the same for every seed. */
export const jars: WorldData = {
  name: 'jars',
  version: 1,
  about: 'You keep the jars of a cellar.',
  today: '2031-01-31',
  tables: {
    owners: {
      rows: 1,
      columns: { id: { key: 'O1' }, name: { pick: ['Ada Quinn'] }, taste: { pick: ['sweet'], hidden: true } },
    },
    jars: {
      rows: 1,
      columns: {
        id: { key: 'J1' },
        owner_id: { ref: 'owners' },
        label: { pick: ['figs'], unique: true },
        units: { int: [5, 5] },
        full: { is: 'units = 5' },
        opened_on: { date: [1, 1], none: 1 },
      },
    },
    notes: {
      rows: 0,
      columns: { id: { key: 'N#' }, jar_id: { ref: 'jars' }, text: { pick: ['x'] }, on: { date: [0, 0] } },
    },
  },
  tools: {
    find_jars: { about: 'Finds jars.', find: 'jars', by: ['label'] },
    get_jar: { about: 'Shows a jar.', get: 'jars' },
    ask_owner: { about: 'Asks an owner.', ask: 'owners', topics: { taste: 'I like it {owner.taste}.' } },
    take: {
      about: 'Takes units out of a jar.',
      takes: { jar_id: { ref: 'jars' }, units: { int: [1, 9] } },
      effects: [{ change: 'jar', set: { units: 'jar.units - units', opened_on: 'today' } }],
    },
    note: {
      about: 'Writes a note.',
      takes: { jar_id: { ref: 'jars' }, text: { text: true } },
      effects: [{ add: 'notes', set: { jar_id: 'jar_id', text: 'text' } }],
    },
    pour: {
      about: 'Pours units from one jar into another.',
      takes: { from_id: { ref: 'jars' }, to_id: { ref: 'jars' }, units: { int: [1, 9] } },
      effects: [
        { change: 'from', set: { units: 'from.units - units' } },
        { change: 'to', set: { units: 'to.units + units', label: "'mixed'" } },
      ],
    },
    open: {
      about: 'Notes the day of opening, twice.',
      takes: { jar_id: { ref: 'jars' }, day: { date: true } },
      effects: [
        { change: 'jar', set: { opened_on: 'day' } },
        { add: 'notes', set: { jar_id: 'jar_id', text: "'opened'", on: 'day' } },
        { add: 'notes', set: { jar_id: 'jar_id', text: "'again'" } },
      ],
    },
    break: { about: 'Breaks a jar.', takes: { jar_id: { ref: 'jars' } }, effects: [{ remove: 'jar' }] },
  },
  rules: [
    {
      code: 'J1',
      says: 'No more leaves a jar than is in it.',
      forbids: { take: 'units > jar.units' },
      hint: '{jar.owner.name} has {jar.units} left.',
    },
  ],
  tasks: [],
};
