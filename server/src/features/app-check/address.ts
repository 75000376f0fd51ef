import type { AppFinding } from '@tonearm/contract';
import ipaddr from 'ipaddr.js';
import { AppError } from '../../platform/app-error.ts';
import { finding } from './finding.ts';

/** @throws AppError invalid_request for what no app could be told */
export const readAddress = (typed: string): URL => {
  const trimmed = typed.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.password !== ''
  )
    throw new AppError('invalid_request', 'Please give an address that begins with http:// or https://.');
  url.hash = '';
  url.search = '';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/`;
  return url;
};

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** What kind of address a host is; null for a name. */
const rangeOf = (host: string): string | null => (ipaddr.isValid(host) ? ipaddr.process(host).range() : null);

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || rangeOf(host) === 'loopback';

const isShortName = (host: string): boolean =>
  rangeOf(host) === null && (!host.includes('.') || host.endsWith('.local'));

const rangesAtHome = new Set(['private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

/** Addresses and names of a network at home. */
const isAtHome = (host: string): boolean =>
  rangesAtHome.has(rangeOf(host) ?? '') ||
  isShortName(host) ||
  /\.(?:lan|home|internal|home\.arpa|ts\.net)$/.test(host);

/** What an address says by itself. */
export const judgeAddress = (url: URL): AppFinding[] => {
  const host = bareHost(url);
  const found: AppFinding[] = [];
  if (isThisMachine(host)) found.push(finding('address_this_machine', 'doubtful', { seen: url.host }));
  else if (isShortName(host)) found.push(finding('address_short_name', 'note', { seen: url.host }));
  if (url.protocol === 'http:' && !isThisMachine(host))
    found.push(finding('address_plain', isAtHome(host) ? 'note' : 'doubtful', { seen: url.origin }));
  if (/\/rest\/$/.test(url.pathname))
    found.push(finding('address_has_rest', 'wrong', { seen: url.href.replace(/rest\/$/, '') }));
  return found;
};
