import ipaddr from 'ipaddr.js';

/** Kinds of addresses that are this machine or the network around it. */
const localRanges: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal'];

/** Whether an address (v4, v6, or v4 written as v6) is of this machine or of a private network. */
export const isLocalAddress = (address: string): boolean =>
  ipaddr.isValid(address) && localRanges.includes(ipaddr.process(address).range());
