/** Height of a row of the queue, in pixels; whatever counts rows counts on it. */
export const rowHeightPx = 30;
