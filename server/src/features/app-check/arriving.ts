import type { AppFinding } from '@tonearm/contract';
import type { Reply, Way } from './asking.ts';
import { finding } from './finding.ts';

/** What the system says about certificates; all of Node.js's codes for them. */
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL|HOSTNAME_MISMATCH/;

const judgeTrouble = (code: string): AppFinding => {
  if (certificateCode.test(code)) return finding('certificate_refused', 'wrong', { seen: code });
  if (code === 'no_answer' || code === 'UND_ERR_HEADERS_TIMEOUT')
    return finding('no_answer', 'doubtful', { seen: code });
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN'
    ? finding('name_unknown', 'doubtful', { seen: code })
    : finding('not_reached', 'doubtful', { seen: code });
};

type Answered = Extract<Reply, { readonly kind: 'answer' }>;

const isRedirect = (status: number): boolean => status >= 300 && status < 400;
const asksForPassword = new Set([401, 403, 407, 511]);
const cannotReach = new Set([502, 503, 504]);

const askedWithout = 10;

const judgeEnvelope = ({ envelope }: Answered): AppFinding | null => {
  if (envelope === null || envelope.isOk) return null;
  return envelope.code === askedWithout
    ? finding('query_lost', 'wrong', { call: 'ping', seen: envelope.message })
    : finding('other_server', 'wrong', { call: 'ping', seen: envelope.type });
};

/** Judges who answers at an address, by the first call. @returns null when it is this server, and lets in */
export const judgeArrival = async (
  first: Reply,
  elsewhere: () => Promise<string | null>,
): Promise<AppFinding | null> => {
  if (first.kind === 'trouble') return judgeTrouble(first.code);
  if (first.envelope !== null) return judgeEnvelope(first);
  const { status, headers } = first;
  if (asksForPassword.has(status)) return finding('gate_password', 'wrong', { seen: String(status) });
  if (cannotReach.has(status)) return finding('gate_cannot_reach', 'wrong', { seen: String(status) });
  const right = await elsewhere();
  if (right !== null) return finding('wrong_path', 'wrong', { seen: right });
  return isRedirect(status)
    ? finding('redirected', 'wrong', { seen: headers.get('location') })
    : finding('no_server', 'wrong', { seen: String(status) });
};

/** Looks for this server at other paths of the same machine. @returns where it is, without the last slash */
export const lookElsewhere = async (
  url: URL,
  basePath: string,
  wayTo: (root: string) => Way,
): Promise<string | null> => {
  const roots = new Set([`${url.href}${basePath.slice(1)}/`, `${url.origin}${basePath}/`, `${url.origin}/`]);
  roots.delete(url.href);
  for (const root of roots) {
    if (root.endsWith('//')) continue;
    const reply = await wayTo(root).ask({ call: 'ping' });
    if (reply.envelope?.isOk === true) return root.replace(/\/$/, '');
  }
  return null;
};
