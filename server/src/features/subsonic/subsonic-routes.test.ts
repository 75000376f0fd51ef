import fastify from 'fastify';
import { expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { createSubsonicPage, type Rest } from './subsonic-routes.ts';

const serving = (rest: () => Promise<Rest>) => {
  const told: unknown[] = [];
  const app = fastify();
  const log = {
    ...silentLog,
    error: (text: string, { error } = {} as { error?: unknown }) => void told.push(text, error),
  };
  createSubsonicPage({ rest, log })(app);
  return { told, ask: () => app.inject({ method: 'GET', url: '/rest/ping.view' }) };
};

const answering: Rest = {
  take: ({ method }, reply) => void reply.send(`taken by ${method}`),
  fail: (error, _, reply) => void reply.code(400).send((error as Error).message),
};

it('answers once what answers is loaded, and says so in the log where it cannot be', async () => {
  const trouble = new Error('too many open files');
  let isThere = false;
  const { told, ask } = serving(async () => {
    if (!isThere) throw trouble;
    return answering;
  });
  expect(await ask()).toMatchObject({ statusCode: 500, body: '' });
  expect(told).toEqual(['an app could not be answered', trouble]);
  isThere = true;
  const answered = await ask();
  expect(answered).toMatchObject({ statusCode: 200, body: 'taken by GET' });
  expect(answered.headers['access-control-allow-origin']).toBe('*');
});

it('outlives what answers when that fails', async () => {
  const trouble = new Error('a bug');
  const { told, ask } = serving(async () => ({
    ...answering,
    take: () => {
      throw trouble;
    },
  }));
  expect(await ask()).toMatchObject({ statusCode: 500, body: '' });
  expect(told).toEqual(['an app could not be answered', trouble]);
});
