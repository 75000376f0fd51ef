import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from './index.ts';

/** Every schema that the calls are made of. */
const schemasOfCalls = (): Set<z.ZodType> => {
  const found = new Set<z.ZodType>();
  const look = (value: unknown): void => {
    if (value instanceof z.ZodType) {
      if (found.has(value)) return;
      found.add(value);
      const { checks: _, ...parts } = value.def;
      look(parts);
    } else if (Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype) {
      for (const part of Object.values(value as object)) look(part);
    }
  };
  look(endpoints);
  return found;
};

const isPlain = (schema: z.ZodType): boolean => (schema.def.checks ?? []).length === 0;

it('has each plain value once, however many calls tell of it', () => {
  const schemas = [...schemasOfCalls()];
  const plain = (kind: typeof z.ZodString | typeof z.ZodBoolean | typeof z.ZodNumber) =>
    schemas.filter((schema) => schema instanceof kind && isPlain(schema));
  const wholeNumbers = schemas.filter(
    (schema) => schema instanceof z.ZodNumber && schema.isInt && schema.def.checks?.length === 1,
  );
  expect(schemas.length).toBeGreaterThan(400);
  expect(plain(z.ZodString)).toHaveLength(1);
  expect(plain(z.ZodBoolean)).toHaveLength(1);
  expect(plain(z.ZodNumber)).toHaveLength(1);
  expect(wholeNumbers).toHaveLength(1);
});
