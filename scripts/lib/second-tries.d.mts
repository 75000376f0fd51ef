export declare const mostSecondTries: number;
export declare const secondTriesIn: (report: {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}) => { readonly name: string; readonly reason: string }[];
