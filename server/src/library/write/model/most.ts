/**
 * The value that most have; of several as many the least, so that it does not matter in which order songs came.
 * @param weightOf how many a value stands for
 */
export const most = <Value>(
  values: readonly Value[],
  textOf: (value: Value) => string,
  weightOf: (value: Value) => number = () => 1,
): Value | null => {
  const found = new Map<string, { value: Value; weight: number }>();
  for (const value of values) {
    const text = textOf(value);
    const known = found.get(text);
    if (known === undefined) found.set(text, { value, weight: weightOf(value) });
    else known.weight += weightOf(value);
  }
  let best: { text: string; value: Value; weight: number } | null = null;
  for (const [text, { value, weight }] of found)
    if (best === null || weight > best.weight || (weight === best.weight && text < best.text))
      best = { text, value, weight };
  return best?.value ?? null;
};

/** The same of texts, where null says nothing. */
export const mostText = (values: readonly (string | null)[]): string | null =>
  most(
    values.filter((value) => value !== null),
    (value) => value,
  );
