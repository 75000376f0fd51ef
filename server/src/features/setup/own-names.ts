import ipaddr from 'ipaddr.js';

/**
 * Endings of names that no stranger can register: reserved, or never given out. A name without a dot is
 * such a name too.
 */
const localEndings = ['localhost', 'local', 'internal', 'home.arpa', 'lan', 'home'] as const;

/** The name in a Host header, in lower case, without its port. */
const nameIn = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

/**
 * Tells whether a Host header names this machine as its own network does: by address, or by a name that
 * cannot lead here from outside. A page of a stranger can let its own name lead to an address of the local
 * network (DNS rebinding) and then call us from the browser of somebody inside, but not under such a name.
 * @param ownNames the machine's names, and what it was told to listen on
 */
export const createNameCheck = (ownNames: readonly string[]): ((host: string | undefined) => boolean) => {
  const own = new Set(ownNames.map(nameIn));
  return (host) => {
    // Browsers always send one; what a trusted proxy hands on comes without.
    if (host === undefined) return true;
    const name = nameIn(host);
    if (!name.includes('.') || ipaddr.isValid(name) || own.has(name)) return true;
    return localEndings.some((ending) => name.endsWith(`.${ending}`));
  };
};
