import { z } from 'zod';

/** Where in a value the first fault is. */
type Path = readonly PropertyKey[];

const inObject = (schema: z.ZodObject, value: object): Path | null => {
  for (const [key, field] of Object.entries(schema.shape)) {
    const inner = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    const fault = findFirstFault(field as z.ZodType, inner);
    if (fault !== null) return [key, ...fault];
  }
  return null;
};

const inList = (schema: z.ZodArray, value: readonly unknown[]): Path | null => {
  for (const [index, entry] of value.entries()) {
    const fault = findFirstFault(schema.element as z.ZodType, entry);
    if (fault !== null) return [index, ...fault];
  }
  return null;
};

/**
 * Looks for the first fault of a value and stops there: the library itself makes an object of every fault it
 * finds, one for each entry of a list.
 * @returns where it is; null when no part has one, which the schema must still say of the whole
 */
export const findFirstFault = (schema: z.ZodType, value: unknown): Path | null => {
  if (schema instanceof z.ZodOptional) {
    return value === undefined ? null : findFirstFault(schema.unwrap() as z.ZodType, value);
  }
  if (schema instanceof z.ZodNullable) {
    return value === null ? null : findFirstFault(schema.unwrap() as z.ZodType, value);
  }
  if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return inObject(schema, value);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) return inList(schema, value);
  return schema.safeParse(value).success ? null : [];
};
