import { type Route, route } from '../../http/route.ts';
import type { ConfigParts } from './config.ts';
import { putConfig } from './config.ts';

/** `/config`. */
export const createConfigRoutes = (parts: ConfigParts): Route[] => [
  route('putConfig', async ({ body, caller }) => {
    await putConfig(parts, body, caller);
  }),
];
