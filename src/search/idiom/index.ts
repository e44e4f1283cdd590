export { idiomaticScript } from './idiomatic-script.js';
