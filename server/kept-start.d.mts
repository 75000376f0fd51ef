export declare const keptStart: string;
export declare const keptBy: string;
export declare const makerOf: (node: string) => string;
export declare const isKeptBy: (node: string) => boolean;
export declare const keptStartFlags: (node: string) => readonly string[];
