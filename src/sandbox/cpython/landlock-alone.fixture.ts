import { findBubblewrap, unusedUser } from './confinement.js';

/**
 * Why some of what the kernel hides and counts elsewhere it doesn't here; empty where it does. See the remaining risks of the
 * threat model.
 */
export const landlockAlone: string =
  findBubblewrap(process.env.PATH) === null && unusedUser() === null
    ? 'Landlock alone, as the host’s own user, shows names of files and counts all tasks of that user'
    : '';
