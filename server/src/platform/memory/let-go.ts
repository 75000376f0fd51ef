/**
 * Gives the memory of some bytes back at once, where they have all of it to themselves, and not only when garbage is
 * collected. Nobody may read them afterwards.
 */
export const letGo = ({ buffer, byteLength }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};
