/** Texts of how buckets are reached that music sources lie in. */
export const buckets = {
  title: (name: string) => `Bucket ${name}`,
  endpoint: 'Address of the store',
  endpointTip: 'https:// or http:// and a host, perhaps with a port.',
  region: 'Region',
  regionTip: 'Stores of your own mostly take us-east-1.',
  pathStyle: 'Bucket in the path of addresses',
  pathStyleTip: 'Off for stores that want it in the name of the host.',
  accessKey: 'Access key',
  secretKey: 'Secret key',
  keysKept: 'Keys are stored. Leave both empty to keep them.',
  states: { ready: 'Save', applying: 'Hold on…', success: 'Saved', failure: 'Error :(' },
} as const;
