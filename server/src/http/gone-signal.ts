import type { FastifyReply } from 'fastify';

/** Aborted when whoever asked goes before their answer is written. */
export const goneSignal = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
};
