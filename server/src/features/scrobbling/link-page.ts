import { createHash } from 'node:crypto';

/** What clients wait for: existing ones know this text. */
const message = 'polaris-lastfm-auth-success';

const script = `if (window.opener) window.opener.postMessage('${message}', '*');`;
const scriptHash = (): string => createHash('sha256').update(script).digest('base64');

/**
 * The page that a linked account ends on. It tells the window that opened it, which closes it. Nothing that
 * a client sent is part of it.
 */
export const linkPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Tonearm</title>
<p>The account is linked. You can close this window.</p>
<script>${script}</script>
</html>
`;

/** Policy of the page: its own script, known by its hash, and nothing else. */
export const linkPagePolicy = (): string =>
  `default-src 'none'; script-src 'sha256-${scriptHash()}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
