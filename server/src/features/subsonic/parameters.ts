import { codes, ProtocolError } from './protocol-error.ts';

/** What came with a request, from its address and its form, by name and in their order. */
export type SentParameters = Pick<URLSearchParams, 'getAll'>;

/** A parameter of a call. */
export interface Parameter<Value> {
  readonly kind: 'text' | 'words' | 'texts' | 'integer' | 'integers' | 'decimal' | 'count' | 'boolean';
  readonly isRequired: boolean;
  /** @throws ProtocolError other, naming the parameter, for what cannot be read */
  readonly read: (values: readonly string[], name: string) => Value;
}

/** Parameters of a call, by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values of parameters. */
export type ValuesOf<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer Value> ? Value : never;
};

const malformed = (name: string, what: string): ProtocolError =>
  new ProtocolError(codes.other, `The parameter ${name} has to be ${what}.`);

const missing = (name: string): ProtocolError =>
  new ProtocolError(codes.parameterMissing, `The parameter ${name} is missing.`);

/** What is sent without a value was not sent. */
const withoutEmpty = (values: readonly string[]): readonly string[] => values.filter((value) => value !== '');

const integerOf = (text: string, name: string): number => {
  const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw malformed(name, 'a whole number');
  return value;
};

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
};

const booleanOf = (text: string, name: string): boolean => {
  const value = truths[text.toLowerCase()];
  if (value === undefined) throw malformed(name, 'true or false');
  return value;
};

const one = <Value>(
  kind: Parameter<Value>['kind'],
  parse: (text: string, name: string) => Value,
): Parameter<Value | undefined> => ({
  kind,
  isRequired: false,
  read: (values, name) => {
    const [first] = withoutEmpty(values);
    return first === undefined ? undefined : parse(first, name);
  },
});

/** A text; absent when it is empty. */
export const text = one<string>('text', (value) => value.toWellFormed());

/** A text that may be empty. */
export const words: Parameter<string | undefined> = {
  kind: 'words',
  isRequired: false,
  read: ([first]) => first?.toWellFormed(),
};

/** Any number of texts. */
export const texts: Parameter<readonly string[]> = {
  kind: 'texts',
  isRequired: false,
  read: withoutEmpty,
};

/** A whole number. */
export const integer = one<number>('integer', integerOf);

/** A number, with or without a fraction. */
export const decimal = one<number>('decimal', (value, name) => {
  if (!/^[+-]?\d{1,9}(?:\.\d{1,9})?$/.test(value)) throw malformed(name, 'a number');
  return Number(value);
});

/** Any number of whole numbers. */
export const integers: Parameter<readonly number[]> = {
  kind: 'integers',
  isRequired: false,
  read: (values, name) => withoutEmpty(values).map((value) => integerOf(value, name)),
};

/** How many or from where: not below 0, and what is above `most` becomes that. */
export const count = (initial: number, most = Number.MAX_SAFE_INTEGER): Parameter<number> => ({
  kind: 'count',
  isRequired: false,
  read: (values, name) => {
    const [first] = withoutEmpty(values);
    if (first === undefined) return initial;
    const value = integerOf(first, name);
    if (value < 0) throw malformed(name, 'zero or more');
    return Math.min(value, most);
  },
});

/** True or false. */
export const boolean = one<boolean>('boolean', booleanOf);

/** The same, `initial` when absent. */
export const flag = (initial: boolean): Parameter<boolean> => ({
  kind: 'boolean',
  isRequired: false,
  read: (values, name) => boolean.read(values, name) ?? initial,
});

/** One without which the call cannot be answered. */
export const required = <Value>(parameter: Parameter<Value>): Parameter<NonNullable<Value>> => ({
  kind: parameter.kind,
  isRequired: true,
  read: (values, name) => {
    const value = parameter.read(values, name);
    if (value === undefined || value === null) throw missing(name);
    if (value === '' || (Array.isArray(value) && value.length === 0)) throw missing(name);
    return value;
  },
});

/** @throws ProtocolError parameterMissing or other */
export const readParameters = <P extends Parameters>(parameters: P, sent: SentParameters): ValuesOf<P> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, parameter.read(sent.getAll(name), name)]),
  ) as ValuesOf<P>;
