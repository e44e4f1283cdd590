import { isJsonObject, type Json } from '../../core/index.js';
import { leafOperator, type Operator } from '../language/operator.js';
import { BINDING, pythonString } from '../language/python-source.js';
import { commonType, type Value, type ValueType } from '../language/value-type.js';

type Row = { readonly [key: string]: Json };
type Reader = (input: unknown) => Json | undefined;

/** Most fields of a record that are looked at. */
const MOST_FIELDS = 12;
const FALLBACKS: ReadonlySet<ValueType> = new Set(['text', 'integer', 'number', 'boolean']);

/** A field of records, null in some of them perhaps. */
interface Field {
  readonly key: string;
  readonly type: ValueType;
  readonly isNullable: boolean;
}

/**
 * What a person makes of records in which a field is null now and then: another field in its place, `0`, or the texts that
 * are there.
 */
export function fallbackLeaves(python: string, records: readonly Row[], read: Reader): Operator[] {
  const fields = Object.keys(records[0] ?? {})
    .slice(0, MOST_FIELDS)
    .flatMap((key): Field[] => {
      const values = records.map((record) => record[key]);
      if (values.some((value) => value === undefined)) return [];
      const present = values.filter((value) => value !== null) as readonly Json[];
      const type = present.length === 0 ? null : commonType(present);
      if (type === null || !FALLBACKS.has(type)) return [];
      return [{ key, type, isNullable: present.length < values.length }];
    });
  const nullable = fields.filter(({ isNullable }) => isNullable);
  if (nullable.length === 0) return [];
  const source = (key: string): string => `${python}[${pythonString(key)}]`;
  const recordOf = (input: unknown): Row | null => {
    const record = read(input);
    return isJsonObject(record) ? record : null;
  };
  const replaced = nullable.flatMap(({ key, type }) =>
    fields
      .filter((other) => !other.isNullable && other.type === type)
      .map((other) =>
        conditional(
          `${source(key)} if ${source(key)} is not None else ${source(other.key)}`,
          type,
          (input) => {
            const record = recordOf(input);
            return typed(record?.[key] === null ? record[other.key] : record?.[key], type);
          },
        ),
      ),
  );
  const counted = nullable
    .filter(({ type }) => type === 'integer')
    .map(({ key, type }) =>
      conditional(`${source(key)} or 0`, type, (input) => {
        const value = recordOf(input)?.[key];
        return typed(value === null ? 0 : value, type);
      }),
    );
  return [...replaced, ...counted, ...presentTexts(fields, source, recordOf)];
}

/** The texts of a record that are there, in order. */
function presentTexts(
  fields: readonly Field[],
  source: (key: string) => string,
  recordOf: (input: unknown) => Row | null,
): Operator[] {
  const texts = fields.filter(({ type }) => type === 'text');
  if (texts.length < 2 || !texts.some(({ isNullable }) => isNullable)) return [];
  const list = texts.map(({ key }) => source(key)).join(', ');
  return [
    leafOperator({
      python: `[text for text in [${list}] if text is not None]`,
      result: 'texts',
      cost: 1,
      read: (input) => {
        const record = recordOf(input);
        if (record === null) return undefined;
        const values = texts.map(({ key }) => record[key]);
        if (values.some((value) => typeof value !== 'string' && value !== null)) return undefined;
        return values.filter((value) => typeof value === 'string');
      },
      variable: 'texts',
    }),
  ];
}

function conditional(
  python: string,
  result: ValueType,
  read: (input: unknown) => Value | undefined,
): Operator {
  return leafOperator({
    python,
    result,
    cost: 2,
    read,
    render: () => ({ text: python, binding: BINDING.conditional }),
  });
}

function typed(value: Json | undefined, type: ValueType): Value | undefined {
  if (value === undefined || value === null || commonType([value]) !== type) return undefined;
  return value as Value;
}
