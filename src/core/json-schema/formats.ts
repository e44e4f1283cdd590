import { startOf } from '../text/start-of.js';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(\.\d{1,20})?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EMAIL = /^[^\s@"<>]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?$/i;
/** Longest text that can have one of the formats, but for addresses. */
const MAX_LENGTH = 320;
const MAX_URI_LENGTH = 10_000;

/** The formats that are checked, each in time linear in the text. Any other `format` is a remark. */
export const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', (text) => text.length <= MAX_LENGTH && isDate(text)],
  ['time', (text) => text.length <= MAX_LENGTH && TIME.test(text)],
  ['date-time', (text) => text.length <= MAX_LENGTH && isDateTime(text)],
  ['email', (text) => text.length <= MAX_LENGTH && EMAIL.test(text) && !text.includes('..')],
  ['uuid', (text) => text.length <= MAX_LENGTH && UUID.test(text)],
  ['ipv4', (text) => text.length <= MAX_LENGTH && IPV4.test(text)],
  ['uri', (text) => text.length <= MAX_URI_LENGTH && !/[\s<>"{}|\\^`]/.test(text) && URL.canParse(text)],
]);

function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (parts === null) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

function isDateTime(text: string): boolean {
  return /^t$/i.test(text[10] ?? '') && isDate(startOf(text, 10)) && TIME.test(text.slice(11));
}
