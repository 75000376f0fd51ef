import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * From here on, what this process starts gives no process of its own a lower priority: what runs the tests, what
 * answers and what scans share the processors alike, so that how long a test waits does not depend on the others.
 */
export const preferNobody = (): void => {
  const preload = pathToFileURL(join(import.meta.dirname, 'equal-priority.mjs'));
  const { NODE_OPTIONS: options } = process.env;
  process.env['NODE_OPTIONS'] = `${options === undefined ? '' : `${options} `}--import ${preload.href}`;
};
