/** The program of a Chromium, or undefined when none could be had. Says on standard error what it did. */
export declare const findChromium: () => string | undefined;
