/** Why a source is away whose folder is to be watched for coming back. */
export const awayReasons = { missing: 'Its folder is missing.', empty: 'Its folder is empty.' } as const;
