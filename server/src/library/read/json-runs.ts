/** Texts of JSON values, in runs of a few hundred, read as they are taken; to be taken once. */
export type JsonTexts = AsyncIterable<readonly string[]>;

/** Some JSON values: texts, or bytes, which are the reader's own; either may be of several values with commas between. */
export type JsonRun = readonly string[] | Buffer;

/** The same as {@link JsonTexts}, some of them put together already. */
export type JsonRuns = AsyncIterable<JsonRun>;
