const examples: object[] = [];

/**
 * Keeps what V8 compiled of functions that are made anew again and again, such as for each file. All that were made in one
 * place of the program share it, and V8 throws it away when all garbage is collected while none of them is left: the next
 * ones run uncompiled, and are compiled once more. So one that is never called stays.
 * @param example has such functions, and holds nothing large
 */
export const keepCompiled = (example: object): void => {
  examples.push(example);
};
