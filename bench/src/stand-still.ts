/*
 * Loaded into the product before it: tells how long the thread that answers stood still. When it is sent `SIGUSR2` it
 * prints the longest time since then, in milliseconds, and begins anew.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How finely it looks, in milliseconds; what it counts into every delay. */
const resolutionMs = 1;

const nanosecondsPerMillisecond = 1e6;

// Processes that the product starts are not looked at.
delete process.env['NODE_OPTIONS'];

const monitor = monitorEventLoopDelay({ resolution: resolutionMs });
monitor.enable();
process.on('SIGUSR2', () => {
  const longestMs = Math.max(0, monitor.max / nanosecondsPerMillisecond - resolutionMs);
  monitor.reset();
  process.stdout.write(`stood still ${longestMs.toFixed(1)}\n`);
});
