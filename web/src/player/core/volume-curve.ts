/**
 * Loudness of the output for a position of the volume slider, both 0 to 1. Hearing is roughly
 * logarithmic; a cube comes close over the 60 dB that matter, and reaches real silence at 0.
 */
export const gainOfVolume = (volume: number): number => volume ** 3;
