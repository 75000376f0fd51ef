import { CAROLS } from './carols.ts';
import { CLASSICAL } from './classical.ts';
import { FOLK } from './folk.ts';
import { NURSERY } from './nursery.ts';
import { SALON } from './salon.ts';
import { WORLD } from './world.ts';

/** Every tune that is written down, by name. All are in the public domain. */
export const TUNES = { ...FOLK, ...NURSERY, ...CAROLS, ...WORLD, ...CLASSICAL, ...SALON };

/** The name of a tune. */
export type TuneName = keyof typeof TUNES;
