interface Told {
  readonly name: string;
  readonly reason: string;
}
export declare const mostSecondTries: number;
export declare const stumblesIn: (report: {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}) => { readonly failures: readonly Told[]; readonly secondTries: readonly Told[] };
