import type { ErrorCode } from '@tonearm/contract';

/** Numbers by which the protocol tells troubles. */
export const codes = {
  other: 0,
  parameterMissing: 10,
  clientTooOld: 20,
  serverTooOld: 30,
  wrongCredentials: 40,
  tokensNotTaken: 41,
  schemeNotTaken: 42,
  schemesMixed: 43,
  wrongKey: 44,
  notAllowed: 50,
  notFound: 70,
} as const;

type Code = (typeof codes)[keyof typeof codes];

/** Settings in the web client where troubles of apps end: app passwords, users. */
export type SettingsTab = 'apps' | 'users';

/** A trouble that is told to an app. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: Code;
  /** The settings that the message leads to. */
  readonly leadsTo: SettingsTab | undefined;
  /** A status that says more than the envelope. */
  readonly plainStatus: number | undefined;

  constructor(code: Code, message: string, options: { leadsTo?: SettingsTab; plainStatus?: number } = {}) {
    super(message);
    this.code = code;
    this.leadsTo = options.leadsTo;
    this.plainStatus = options.plainStatus;
  }
}

/** What an id names is not there, or not for whoever asks. */
export const notFound = (what = 'item'): ProtocolError =>
  new ProtocolError(codes.notFound, `There is no such ${what}.`);

/** What errors of the product are called in the protocol. */
export const codeOfError: Readonly<Record<ErrorCode, Code>> = {
  invalid_request: codes.other,
  invalid_json: codes.other,
  invalid_api_version: codes.other,
  invalid_path: codes.other,
  invalid_playlist_file: codes.other,
  invalid_query: codes.other,
  blank_username: codes.other,
  blank_password: codes.other,
  password_too_long: codes.other,
  invalid_album_art_pattern: codes.other,
  negative_scan_period: codes.other,
  invalid_source: codes.other,
  invalid_theme: codes.other,
  invalid_ddns: codes.other,
  invalid_bucket: codes.other,
  invalid_backup_folder: codes.other,
  invalid_thumbnail_options: codes.other,
  invalid_link: codes.other,
  invalid_rating: codes.other,
  invalid_smart_list: codes.other,
  invalid_correction: codes.other,
  invalid_station: codes.other,
  unauthorized: codes.wrongCredentials,
  bad_credentials: codes.wrongCredentials,
  session_ended_elsewhere: codes.wrongCredentials,
  session_ended_by_password: codes.wrongCredentials,
  session_ended_by_administrator: codes.wrongCredentials,
  forbidden: codes.notAllowed,
  wrong_password: codes.notAllowed,
  setup_code_required: codes.notAllowed,
  not_found: codes.notFound,
  source_not_found: codes.notFound,
  folder_not_found: codes.notFound,
  song_not_found: codes.notFound,
  playlist_not_found: codes.notFound,
  album_not_found: codes.notFound,
  artist_not_found: codes.notFound,
  genre_not_found: codes.notFound,
  work_not_found: codes.notFound,
  artwork_not_found: codes.notFound,
  smart_list_not_found: codes.notFound,
  correction_not_found: codes.notFound,
  station_not_found: codes.notFound,
  waveform_not_found: codes.notFound,
  user_not_found: codes.notFound,
  backup_not_found: codes.notFound,
  method_not_allowed: codes.other,
  unsupported_api_version: codes.other,
  request_timeout: codes.other,
  username_taken: codes.other,
  own_account: codes.other,
  last_administrator: codes.other,
  queue_changed: codes.other,
  duplicate_source_name: codes.other,
  duplicate_username: codes.other,
  playlist_changed: codes.other,
  playlist_name_taken: codes.other,
  precondition_failed: codes.other,
  body_too_large: codes.other,
  quota_exceeded: codes.other,
  playlist_too_long: codes.other,
  unsupported_body: codes.other,
  not_convertible: codes.other,
  too_many_conversions: codes.other,
  unsupported_picture: codes.notFound,
  range_not_satisfiable: codes.other,
  body_mismatch: codes.other,
  service_refused: codes.other,
  too_many_attempts: codes.other,
  headers_too_large: codes.other,
  internal: codes.other,
  service_unreachable: codes.other,
  backup_failed: codes.other,
  read_only: codes.other,
  unavailable: codes.other,
  storage_full: codes.other,
};
