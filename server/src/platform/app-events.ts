/** What features tell each other without knowing one another. */
export interface AppEvents {
  /** The list of music sources was saved. */
  'sources-changed': undefined;
  /** Settings of the collection were saved. */
  'settings-changed': { readonly isPatternChanged: boolean };
  /** The dynamic DNS account was saved. */
  'ddns-changed': undefined;
  /** A batch of a scan, or its end, changed what lists show. */
  'collection-changed': { readonly revision: number };
  /** Songs were found under another path; at most 1,000 a time. */
  'songs-moved': readonly { readonly from: string; readonly to: string }[];
}
