// Builds the web client; `ensureBuilt` runs this when its sources have changed.
import { buildWeb } from './lib/web-build.mjs';

await buildWeb();
