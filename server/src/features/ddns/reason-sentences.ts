import type { DdnsReason } from '@tonearm/contract';
import { unreachableSentences } from '../../platform/outbound.ts';
import type { Attempt } from './judge.ts';

const sentences: Readonly<Record<DdnsReason, string>> = {
  up_to_date: 'The address is up to date.',
  unknown_account: 'The provider does not know this username and password.',
  unknown_host: 'The provider does not know this hostname.',
  host_not_yours: 'The hostname belongs to another account of the provider.',
  host_incomplete: 'The provider says that the hostname is not complete.',
  too_many_hosts: 'The provider says that these are too many hostnames.',
  host_blocked: 'The provider has blocked this hostname.',
  program_not_accepted: 'The provider does not accept updates from this program.',
  paid_account_needed: 'The provider asks for a paid account.',
  update_not_offered: 'The provider does not offer this kind of update.',
  name_server_trouble: 'The provider has trouble with its name servers.',
  try_later: 'The provider has trouble, and asks to try again later.',
  provider_trouble: 'The provider has trouble (status #).',
  status_refused: 'The provider refused (status #).',
  strange_answer:
    'The answer was not one of the provider. Something in between, such as the sign-in page of a network, may have answered instead.',
  username_with_colon: 'A username with a colon cannot be sent to the provider.',
  ...unreachableSentences,
};

/** What came of an attempt, in words. */
export const attemptSentence = ({ reason, status }: Pick<Attempt, 'reason' | 'status'>): string =>
  sentences[reason].replace('#', String(status));
