import type { SchemaElement } from 'hyparquet';

/** What a column of a Parquet file holds. A value may always be null. */
export type ParquetShape =
  | 'text'
  | 'json'
  | 'integer'
  | 'number'
  | 'boolean'
  | { readonly list: ParquetShape }
  | { readonly struct: Readonly<Record<string, ParquetShape>> };

/** The columns of a Parquet file, by name. */
export type ParquetColumns = Readonly<Record<string, ParquetShape>>;

/** The schema of a Parquet file. `json` has the logical type JSON, which `datasets` reads as the values themselves. */
export function parquetSchema(columns: ParquetColumns): SchemaElement[] {
  const names = Object.entries(columns);
  return [
    { name: 'root', num_children: names.length },
    ...names.flatMap(([name, shape]) => elementsOf(name, shape)),
  ];
}

const LEAVES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
} as const;

function elementsOf(name: string, shape: ParquetShape): SchemaElement[] {
  if (typeof shape === 'string') return [{ name, repetition_type: 'OPTIONAL', ...LEAVES[shape] }];
  if ('list' in shape) {
    return [
      { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...elementsOf('element', shape.list),
    ];
  }
  const members = Object.entries(shape.struct);
  return [
    { name, repetition_type: 'OPTIONAL', num_children: members.length },
    ...members.flatMap(([member, inner]) => elementsOf(member, inner)),
  ];
}

/** A JSON value as the writer takes it: whole numbers as BigInt, no value as null. */
export function parquetValue(value: unknown, shape: ParquetShape): unknown {
  if (value === null || value === undefined) return null;
  if (shape === 'integer') return BigInt(value as number);
  if (typeof shape === 'string') return value;
  if ('list' in shape) return (value as readonly unknown[]).map((each) => parquetValue(each, shape.list));
  return Object.fromEntries(
    Object.entries(shape.struct).map(([name, inner]) => [
      name,
      parquetValue((value as Readonly<Record<string, unknown>>)[name], inner),
    ]),
  );
}
