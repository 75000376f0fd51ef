const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether the server can be expected to answer. Browsers call a machine without any network offline;
 * a server on that machine is there all the same.
 */
export const isOnline = (hostname = window.location.hostname): boolean =>
  navigator.onLine || loopback.test(hostname);
