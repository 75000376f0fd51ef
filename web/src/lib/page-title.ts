let screenTitle = '';
let songTitle: string | null = null;

const show = () => {
  document.title = songTitle ?? screenTitle;
};

/** Names the screen in the title of the page; seen unless a song plays. */
export function setScreenTitle(title: string): void {
  screenTitle = title;
  show();
}

/** Puts the playing song in the title of the page; null brings the screen's name back. */
export function setSongTitle(title: string | null): void {
  songTitle = title;
  show();
}
