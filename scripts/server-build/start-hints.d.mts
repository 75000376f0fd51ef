export declare const functionsOfAStart: (options: {
  readonly main: string;
  readonly fileName: string;
  readonly flags: readonly string[];
}) => Promise<Map<number, number[]>>;
export declare const inParentheses: (code: string, ran: ReadonlyMap<number, readonly number[]>) => string;
