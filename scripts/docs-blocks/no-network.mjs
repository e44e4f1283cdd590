/**
 * Loaded before a program with `node --import`: a connection to anything but this machine fails, and its address is
 * added to the file that OUTSIDE_CONNECTIONS names, so that it is seen even if the program hides the error.
 */
import { appendFileSync } from 'node:fs';
import { isIP, Socket } from 'node:net';

const { connect } = Socket.prototype;

Socket.prototype.connect = function (...args) {
  // Node's own callers pass one array that holds the options.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const options =
    typeof first === 'object' ? first : Number.isNaN(Number(first)) ? { path: first } : { host: second };
  const host = options.host ?? 'localhost';
  if (options.path !== undefined || isLoopback(host)) return connect.apply(this, args);
  appendFileSync(process.env.OUTSIDE_CONNECTIONS, `${host}\n`);
  process.nextTick(() => this.destroy(new Error(`no connection to ${host}: this must work offline`)));
  return this;
};

function isLoopback(host) {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
