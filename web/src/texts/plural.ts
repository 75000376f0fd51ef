/** Forms of a counted thing; `other` is used where a language has no form of its own. */
export type PluralForms = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/**
 * A function that says `count`, a whole number, in the right form of a language. `#` in a form stands for
 * the number as the language writes it.
 */
export function plural(language: string, forms: PluralForms): (count: number) => string {
  let rules: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  return (count) => {
    // The first use of these rules costs a page a tenth of a second and more. English needs them only for
    // the commas of large numbers, and no first screen shows those.
    if (language === 'en' && count < 1000) {
      return ((count === 1 ? forms.one : undefined) ?? forms.other).replace('#', String(count));
    }
    rules ??= new Intl.PluralRules(language);
    numbers ??= new Intl.NumberFormat(language);
    return (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
  };
}
