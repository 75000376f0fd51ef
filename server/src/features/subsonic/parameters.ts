import { codes, ProtocolError } from './protocol-error.ts';

/** What came with a request, from its address and its form, by name and in their order. */
export type SentParameters = Pick<URLSearchParams, 'getAll'>;

/** A parameter of a call. */
export interface Parameter<Value> {
  readonly kind: 'text';
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

const missing = (name: string): ProtocolError =>
  new ProtocolError(codes.parameterMissing, `The parameter ${name} is missing.`);

/** What is sent without a value was not sent. */
const withoutEmpty = (values: readonly string[]): readonly string[] => values.filter((value) => value !== '');

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
