/** What other modules use of requirements, and users don't. */
export { KeptCheckers } from './pipeline/kept-checkers.js';
