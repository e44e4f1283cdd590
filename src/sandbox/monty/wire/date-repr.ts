import { pythonStringRepr } from './python-string-repr.js';

type Fields = ReadonlyMap<number, number>;

interface ZonedFields {
  readonly fields: Fields;
  readonly text: string | null;
}

/** `datetime.date(2024, 5, 1)` from year 1, month 2, day 3. */
export function dateRepr(fields: Fields): string {
  return `datetime.date(${get(fields, 1)}, ${get(fields, 2)}, ${get(fields, 3)})`;
}

/** `datetime.time(…)` from hour 1, minute 2, second 3, microsecond 4, offset seconds 5, fold 7. */
export function timeRepr({ fields, text }: ZonedFields): string {
  const parts = clock(fields, 1);
  const offset = fields.get(5);
  if (offset !== undefined) parts.push(`tzinfo=${zone(offset, text)}`);
  if (get(fields, 7) !== 0) parts.push(`fold=${get(fields, 7)}`);
  return `datetime.time(${parts.join(', ')})`;
}

/** `datetime.datetime(…)` from year 1 … microsecond 7, offset seconds 8. */
export function datetimeRepr({ fields, text }: ZonedFields): string {
  const parts = [get(fields, 1), get(fields, 2), get(fields, 3)].map(String).concat(clock(fields, 4));
  const offset = fields.get(8);
  if (offset !== undefined) parts.push(`tzinfo=${zone(offset, text)}`);
  return `datetime.datetime(${parts.join(', ')})`;
}

/** `datetime.timedelta(…)` from days 1, seconds 2, microseconds 3. */
export function timedeltaRepr(fields: Fields): string {
  const names = ['days', 'seconds', 'microseconds'];
  const parts = names
    .map((name, index) => `${name}=${get(fields, index + 1)}`)
    .filter((_, index) => get(fields, index + 1) !== 0);
  return `datetime.timedelta(${parts.length === 0 ? '0' : parts.join(', ')})`;
}

/** `datetime.timezone(…)` from offset seconds 1. */
export function timezoneRepr({ fields, text }: ZonedFields): string {
  return zone(get(fields, 1), text);
}

function get(fields: Fields, field: number): number {
  return fields.get(field) ?? 0;
}

/** Hour and minute always; second and microsecond when they say something. */
function clock(fields: Fields, first: number): string[] {
  const [hour, minute, second, microsecond] = [0, 1, 2, 3].map((offset) => get(fields, first + offset));
  const parts = [String(hour), String(minute)];
  if (second !== 0 || microsecond !== 0) parts.push(String(second));
  if (microsecond !== 0) parts.push(String(microsecond));
  return parts;
}

function zone(offset: number, name: string | null): string {
  if (offset === 0 && name === null) return 'datetime.timezone.utc';
  const days = Math.floor(offset / 86_400);
  const delta = timedeltaRepr(
    new Map([
      [1, days],
      [2, offset - days * 86_400],
    ]),
  );
  return `datetime.timezone(${delta}${name === null ? '' : `, ${pythonStringRepr(name)}`})`;
}
