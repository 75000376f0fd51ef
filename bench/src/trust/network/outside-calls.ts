const plain = (text: string): string =>
  text.replace(/\\x([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Addresses outside of the machine that processes talked to, or tried to, by what `traced` wrote of them. */
export const outsideCalls = (text: string): string[] => {
  const addresses = [
    ...text.matchAll(/inet_addr\("([^"]+)"\)/g),
    ...text.matchAll(/inet_pton\(AF_INET6, "([^"]+)"/g),
  ].map(([, address = '']) => plain(address));
  const isOwn = (address: string): boolean =>
    address.startsWith('127.') ||
    address.startsWith('::ffff:127.') ||
    ['::1', '::', '0.0.0.0'].includes(address);
  return [...new Set(addresses.filter((address) => !isOwn(address)))];
};
