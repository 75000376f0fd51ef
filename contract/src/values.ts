import { z } from 'zod';

/*
 * Plain values that most schemas are made of. A schema never changes, so one of a kind does for all: each takes a
 * kilobyte or two and its part of the server's start, and there would be hundreds. What is registered under an id must
 * not be one of these: that would be the id of every such field.
 */

/** Any text. */
export const text = z.string();
/** A text that may be null. */
export const nullableText = text.nullable();
/** A text that may be left out. */
export const optionalText = text.optional();
/** A text that may be null or left out. */
export const nullishText = nullableText.optional();
/** Any number of texts. */
export const texts = z.array(text);

/** Any number. */
export const anyNumber = z.number();
/** A number that may be null. */
export const nullableNumber = anyNumber.nullable();

/** A whole number. */
export const integer = anyNumber.int();
/** A whole number that may be null. */
export const nullableInteger = integer.nullable();
/** A whole number that may be left out. */
export const optionalInteger = integer.optional();
/** A whole number from 0. */
export const count = integer.min(0);

/** True or false. */
export const yesOrNo = z.boolean();
/** True or false, or left out. */
export const optionalYesOrNo = yesOrNo.optional();
/** True or false, null or left out. */
export const nullishYesOrNo = yesOrNo.nullish();
