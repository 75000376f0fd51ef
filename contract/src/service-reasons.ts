/** Why a call to the outside brought no usable answer. More may come. */
const unreachableReasons = [
  'not_reached',
  'no_answer',
  'answer_too_long',
  'redirected',
  /** The address is not below the root that was configured. */
  'leaves_service',
  'server_stopping',
] as const;
export type UnreachableReason = (typeof unreachableReasons)[number];

/** Why a scrobbling service refused a play for good. More may come. */
export const refusalReasons = [
  'artist_not_taken',
  'track_not_taken',
  'too_old',
  'in_future',
  /** With a number of the service, or without. */
  'not_taken',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** What came of an update of the address. More may come. */
export const ddnsReasons = [
  'up_to_date',
  'unknown_account',
  'unknown_host',
  'host_not_yours',
  'host_incomplete',
  'too_many_hosts',
  'host_blocked',
  'program_not_accepted',
  'paid_account_needed',
  'update_not_offered',
  'name_server_trouble',
  'try_later',
  /** With the status of the answer. */
  'provider_trouble',
  'status_refused',
  /** Something in between may have answered. */
  'strange_answer',
  'username_with_colon',
  ...unreachableReasons,
] as const;
export type DdnsReason = (typeof ddnsReasons)[number];
