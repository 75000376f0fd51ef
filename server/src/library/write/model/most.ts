/**
 * The value that most have; of several as many the least, so that it does not matter in which order songs came.
 * @param weightOf how many a value stands for
 */
export const most = <Value>(
  values: readonly Value[],
  textOf: (value: Value) => string,
  weightOf: (value: Value) => number = () => 1,
): Value | null => {
  if (values.length < 2) return values[0] ?? null;
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

/** The text that most say, each as often as it stands for something; null says nothing. */
export const mostText = <Value>(
  values: readonly Value[],
  textOf: (value: Value) => string | null,
  weightOf: (value: Value) => number,
): string | null => {
  const saying = values.filter((value) => textOf(value) !== null);
  const found = most(saying, (value) => textOf(value) ?? '', weightOf);
  return found === null ? null : textOf(found);
};
