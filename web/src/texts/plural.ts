/** Forms of a counted thing; `other` is used where a language has no form of its own. */
export type PluralForms = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/**
 * A function that says `count` in the right form of a language. `#` in a form stands for the number
 * as the language writes it.
 */
export function plural(language: string, forms: PluralForms): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count) => (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
}
