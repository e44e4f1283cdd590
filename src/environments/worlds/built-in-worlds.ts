import type { Environment } from '../environment.js';
import type { WorldData } from './world-data.js';
import { createDataEnvironment } from './world-environment.js';

/** The worlds that Mettle brings, each loaded when it is opened. */
const WORLDS: Readonly<Record<string, () => Promise<WorldData>>> = {
  airline: async () => (await import('./domains/airline.js')).airline,
  clinic: async () => (await import('./domains/clinic.js')).clinic,
  courses: async () => (await import('./domains/courses.js')).courses,
  disputes: async () => (await import('./domains/disputes.js')).disputes,
  hotel: async () => (await import('./domains/hotel.js')).hotel,
  library: async () => (await import('./domains/library.js')).library,
  payroll: async () => (await import('./domains/payroll.js')).payroll,
  tickets: async () => (await import('./domains/tickets.js')).tickets,
  warehouse: async () => (await import('./domains/warehouse.js')).warehouse,
};

/** The names of the worlds that Mettle brings, in order. */
export const worldNames: readonly string[] = Object.keys(WORLDS).sort();

/** The data of a world that Mettle brings. @throws {Error} for a name that there is not. */
export async function loadWorld(name: string): Promise<WorldData> {
  const load = Object.hasOwn(WORLDS, name) ? WORLDS[name] : undefined;
  if (load === undefined) throw new Error(`There is no world ${name}`);
  return load();
}

/** An environment of a world that Mettle brings. */
export async function createDataWorld(name: string): Promise<Environment> {
  return createDataEnvironment(await loadWorld(name));
}
