/*
 * Loaded first into the processes of tests: whatever they start is as important as they are. On a machine whose
 * processors are all at work, a scan of the lowest priority would not end before the tests that wait for it give up.
 */
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

os.setPriority = () => {};
syncBuiltinESMExports();
