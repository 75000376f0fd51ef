/** Seconds that one press of an arrow key goes. */
export const seekSeconds = 5;
/** Seconds that one press of a Page key goes. */
export const pageSeekSeconds = 30;
