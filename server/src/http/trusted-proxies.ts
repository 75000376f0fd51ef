import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Headers that only something in between adds. */
const forwardingHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
] as const;

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

const networkOf = (text: string): Network => {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

/**
 * Tells which peers are our reverse proxies.
 * @param trusted addresses and networks, already checked to be such
 */
export const createProxyTrust = (trusted: readonly string[]): ((address: string) => boolean) => {
  const networks = trusted.map(networkOf);
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return networks.some(
      ([network, bits]) => parsed.kind() === network.kind() && parsed.match([network, bits] as never),
    );
  };
};

/** Through what a call came: nothing, one of our reverse proxies, or something else in between. */
export const forwarderOf = (
  request: FastifyRequest,
  isTrusted: (address: string) => boolean,
): 'nobody' | 'trusted' | 'stranger' => {
  if (!forwardingHeaders.some((name) => request.headers[name] !== undefined)) return 'nobody';
  return isTrusted(request.socket.remoteAddress ?? '') ? 'trusted' : 'stranger';
};
