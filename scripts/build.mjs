// Sets up what is missing and builds what is stale, beside what does not need it.
import { ensureBuilt, ensureInstalled } from './lib/prepare.mjs';

ensureInstalled();
ensureBuilt();
