/** What is used of JSON Schema in OpenAPI 3.0. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** A text of OpenAPI in one file. */
export interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >;
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeTests['object']?.(value) === true;

/** @returns what lies at `#/components/…` @throws Error for what does not */
const referred = (whole: unknown, reference: string): Schema => {
  const found = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), whole);
  if (!isObject(found)) throw new Error(`${reference} is not in the file`);
  return found;
};

const plainFaults = (schema: Schema, value: unknown, at: string): string[] => {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (type !== undefined && typeTests[type]?.(value) !== true) return [`${at}: no ${type}`];
  const isListed = schema.enum === undefined || schema.enum.includes(value);
  const isInside = typeof value !== 'number' || (value >= minimum && value <= maximum);
  const isDate = schema.format !== 'date-time' || dateTime.test(String(value));
  const isLong = !Array.isArray(value) || value.length >= (schema.minItems ?? 0);
  return [
    ...(isListed ? [] : [`${at}: none of the words`]),
    ...(isInside ? [] : [`${at}: out of bounds`]),
    ...(isDate ? [] : [`${at}: no date`]),
    ...(isLong ? [] : [`${at}: too short`]),
  ];
};

/** Holds a value against a schema; keys that it does not name are let be, as it says. */
export const schemaFaults = (whole: unknown, schema: Schema, value: unknown, at = ''): string[] => {
  const of = (part: Schema, under: unknown, name = ''): string[] =>
    schemaFaults(whole, part, under, at + name);
  if (schema.$ref !== undefined) return of(referred(whole, schema.$ref), value);
  const plain = plainFaults(schema, value, at);
  if (plain.length > 0) return plain;
  const choices = schema.oneOf?.map((part) => of(part, value));
  const fitting = choices?.filter((faults) => faults.length === 0).length ?? 1;
  const keys = isObject(value) ? Object.entries(value) : [];
  return [
    ...(schema.allOf ?? []).flatMap((part) => of(part, value)),
    ...(fitting === 1 ? [] : [`${at}: fits ${fitting} of several`, ...(choices ?? []).flat()]),
    ...(schema.required ?? [])
      .filter((key) => !keys.some(([name]) => name === key))
      .map((key) => `${at}.${key}: missing`),
    ...keys.flatMap(([key, under]) => {
      const part = schema.properties?.[key];
      return part === undefined ? [] : of(part, under, `.${key}`);
    }),
    ...(schema.items !== undefined && Array.isArray(value)
      ? value.flatMap((entry, index) => of(schema.items as Schema, entry, `[${index}]`))
      : []),
  ];
};

/** What a call answers with; null where the text has no such call, or one without JSON. */
export const answerOf = (api: OpenApi, name: string): Schema | null => {
  const said =
    api.paths[`/rest/${name}`]?.['get']?.responses['200'] ??
    api.paths[`/rest/${name}`]?.['post']?.responses['200'];
  if (!isObject(said)) return null;
  const response = typeof said['$ref'] === 'string' ? referred(api, said['$ref']) : said;
  const content = (response as { content?: Record<string, { schema?: Schema }> }).content;
  return content?.['application/json']?.schema ?? null;
};
