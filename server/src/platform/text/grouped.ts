/**
 * A whole number as sentences show it: 10,000. By hand, as the first formatter of a process has all that is known of
 * languages loaded, which every start would wait for.
 */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
