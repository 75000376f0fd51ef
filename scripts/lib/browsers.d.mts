/** The program of a browser, or undefined when it cannot be had. Says on standard error what it did. */
export declare const findBrowser: (name: 'firefox' | 'webkit') => string | undefined;
