/**
 * Every error the server answers: a stable machine code, its HTTP status and a short title.
 * The sentence a person reads travels beside it as `detail`. The list is closed: a code that is not
 * here does not compile.
 */
export const errors = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_api_version: { status: 400, title: 'The version of the API cannot be read' },
  invalid_path: { status: 400, title: 'The address is not valid' },
  invalid_playlist_file: { status: 400, title: 'The list cannot be read' },
  invalid_query: { status: 400, title: 'The query is not complete' },
  blank_username: { status: 400, title: 'The username is blank' },
  blank_password: { status: 400, title: 'The password is blank' },
  password_too_long: { status: 400, title: 'The password is too long' },
  invalid_album_art_pattern: { status: 400, title: 'The album art pattern is not usable' },
  negative_scan_period: { status: 400, title: 'The scan period is negative' },
  invalid_source: { status: 400, title: 'The music source is not usable' },
  invalid_theme: { status: 400, title: 'The theme is not valid' },
  invalid_ddns: { status: 400, title: 'The dynamic DNS settings are not valid' },
  invalid_bucket: { status: 400, title: 'The settings of a bucket are not valid' },
  invalid_backup_folder: { status: 400, title: 'The folder for backups is not usable' },
  invalid_thumbnail_options: { status: 400, title: 'The thumbnail options are not valid' },
  invalid_link: { status: 400, title: 'The link request is not complete' },
  invalid_rating: { status: 400, title: 'The rating is not usable' },
  invalid_smart_list: { status: 400, title: 'The smart list is not usable' },
  invalid_correction: { status: 400, title: 'Not a correction that can be made' },
  invalid_station: { status: 400, title: 'The radio station is not usable' },
  unauthorized: { status: 401, title: 'Not signed in' },
  bad_credentials: { status: 401, title: 'Incorrect credentials' },
  session_ended_elsewhere: { status: 401, title: 'Signed out from another session' },
  session_ended_by_password: { status: 401, title: 'Signed out by a new password' },
  session_ended_by_administrator: { status: 401, title: 'Signed out by an administrator' },
  forbidden: { status: 403, title: 'Not allowed' },
  wrong_password: { status: 403, title: 'The password is not right' },
  setup_code_required: { status: 403, title: 'Setup is open to the local network only' },
  not_found: { status: 404, title: 'Not found' },
  source_not_found: { status: 404, title: 'No such music source' },
  folder_not_found: { status: 404, title: 'No such folder' },
  song_not_found: { status: 404, title: 'No such song' },
  playlist_not_found: { status: 404, title: 'No such playlist' },
  album_not_found: { status: 404, title: 'No such album' },
  work_not_found: { status: 404, title: 'No such work' },
  artist_not_found: { status: 404, title: 'No such artist' },
  genre_not_found: { status: 404, title: 'No such genre' },
  artwork_not_found: { status: 404, title: 'No such picture' },
  smart_list_not_found: { status: 404, title: 'No such smart list' },
  correction_not_found: { status: 404, title: 'No such correction' },
  station_not_found: { status: 404, title: 'No such radio station' },
  waveform_not_found: { status: 404, title: 'There is no waveform' },
  user_not_found: { status: 404, title: 'No such user' },
  backup_not_found: { status: 404, title: 'No such backup' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  unsupported_api_version: { status: 406, title: 'No such version of the API' },
  request_timeout: { status: 408, title: 'The request took too long' },
  username_taken: { status: 409, title: 'The username is taken' },
  own_account: { status: 409, title: 'Not on your own account' },
  last_administrator: { status: 409, title: 'An administrator is needed' },
  duplicate_source_name: { status: 409, title: 'Two music sources have the same name' },
  duplicate_username: { status: 409, title: 'Two users have the same name' },
  playlist_changed: { status: 409, title: 'The playlist was changed meanwhile' },
  playlist_name_taken: { status: 409, title: 'There is a playlist of this name' },
  queue_changed: { status: 409, title: 'The queue was changed elsewhere' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  body_too_large: { status: 413, title: 'The body is too large' },
  quota_exceeded: { status: 413, title: 'Your playlists are full' },
  playlist_too_long: { status: 413, title: 'The playlist is too long to be edited' },
  unsupported_body: { status: 415, title: 'Not a body that this call takes' },
  not_convertible: { status: 415, title: 'The song cannot be converted' },
  unsupported_picture: { status: 415, title: 'Not a picture that can be shown' },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable' },
  body_mismatch: { status: 422, title: 'The body does not fit the call' },
  service_refused: { status: 424, title: 'The linked service refused' },
  too_many_conversions: { status: 429, title: 'Too much is being converted' },
  too_many_attempts: { status: 429, title: 'Too many attempts' },
  headers_too_large: { status: 431, title: 'The address or the headers are too long' },
  internal: { status: 500, title: 'Something went wrong' },
  service_unreachable: { status: 502, title: 'The linked service cannot be reached' },
  backup_failed: { status: 503, title: 'The backup cannot be used' },
  read_only: { status: 503, title: 'Changes cannot be saved now' },
  unavailable: { status: 503, title: 'Not available now' },
  storage_full: { status: 507, title: 'The disk is full' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A stable machine code of an error answer. */
export type ErrorCode = keyof typeof errors;

/** Body of every error answer, `application/problem+json` (RFC 9457). */
export interface Problem {
  type: 'about:blank';
  title: string;
  status: number;
  /** Stable machine code. */
  code: ErrorCode;
  /** A sentence a person can act on. */
  detail: string;
  /** Of a query: where it is wrong, in UTF-16 units, and what was expected there. */
  at?: number;
  expected?: string;
  /** Stands in the server's log beside the cause. */
  request_id: string;
}
