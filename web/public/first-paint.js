// Puts the colours of the last visit on the page before anything is painted. What it reads is written
// by src/theme/apply-theme.ts; whatever is wrong with it, the page starts in the default colours.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem('tonearm.theme') ?? 'null');
    const root = document.documentElement;
    for (const [name, colour] of Object.entries(theme?.tokens ?? {})) root.style.setProperty(name, colour);
    // Written by src/storage/session-store.ts: no picture of the sign-in form for who is signed in.
    if (localStorage.getItem('authToken') !== null) root.dataset.signedIn = '';
    if (theme) root.style.colorScheme = theme.scheme;
  } catch {
    localStorage.removeItem('tonearm.theme');
  }
})();
