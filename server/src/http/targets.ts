import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { apiRoot, routerTarget } from './paths.ts';

/** Where the framework's router finds every call: they are told apart by a table of our own. */
export const callsAddress = `${apiRoot}/call`;

/** Longer than the path of anything that is served but calls, in characters. */
const longestPagePath = 2_048;

/** A percent sign that encodes nothing. */
const spoiled = /%(?![\da-f]{2})/i;

/** What requests ask for, and where the framework's router is sent with them. */
export interface Targets {
  /** The target that the framework routes by, with its query. */
  routed(request: IncomingMessage): string;
  /** The address as `routerTarget` gives it, without its query. */
  pathOf(request: FastifyRequest): string;
}

/**
 * Keeps long addresses from the framework's router: it decodes them step by step, which takes 40 ms of everybody for
 * one of 250 kB, from anybody who is not even signed in.
 */
export const createTargets = (basePath: string): Targets => {
  const paths = new WeakMap<IncomingMessage, string>();
  return {
    routed: (request) => {
      const target = routerTarget(request.url ?? '/', basePath);
      const [path = ''] = target.split(/[?#]/, 1);
      const behind = target.slice(path.length);
      const isLong = path.length > longestPagePath;
      // The framework refuses it in words of ours.
      if (!isLong && spoiled.test(path)) return target;
      if (path.startsWith(`${apiRoot}/`)) {
        paths.set(request, path);
        return `${callsAddress}${behind}`;
      }
      // Nothing is there, whatever it says: so nothing of it need be decoded.
      return isLong ? `${path.slice(0, longestPagePath).replaceAll('%', '-')}${behind}` : target;
    },
    pathOf: (request) => paths.get(request.raw) ?? request.url.split(/[?#]/, 1)[0] ?? '',
  };
};
