/*
 * Loaded into the product before it: tells how long the thread that answers stood still. When it is sent `SIGUSR2` it
 * prints the longest time since then and that of one in a hundred looks, in milliseconds, and begins anew.
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
  const [longest, p99] = [monitor.max, monitor.percentile(99)].map((nanoseconds) =>
    Math.max(0, nanoseconds / nanosecondsPerMillisecond - resolutionMs).toFixed(1),
  );
  monitor.reset();
  process.stdout.write(`stood still ${longest} ${p99}\n`);
});
