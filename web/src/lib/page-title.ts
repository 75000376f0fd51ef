let screenTitle = '';
let subjectTitle: string | null = null;
let songTitle: string | null = null;

const show = () => {
  document.title = songTitle ?? subjectTitle ?? screenTitle;
};

/** Names the screen in the title of the page; seen unless a song plays. */
export function setScreenTitle(title: string): void {
  screenTitle = title;
  show();
}

/** Names what a screen shows, once it is known, in place of the screen; null brings the screen's name back. */
export function setSubjectTitle(title: string | null): void {
  subjectTitle = title;
  show();
}

/** Puts the playing song in the title of the page; null brings the screen's name back. */
export function setSongTitle(title: string | null): void {
  songTitle = title;
  show();
}
