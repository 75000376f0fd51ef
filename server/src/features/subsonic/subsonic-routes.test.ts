import fastify from 'fastify';
import { expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { createSubsonicPage, type Rest } from './subsonic-routes.ts';

const rest: Rest = {
  take: ({ method }, reply) => void reply.send(`taken by ${method}`),
  fail: (error, _, reply) => void reply.code(400).send((error as Error).message),
};

it('answers once what answers is loaded, and says so in the log where it cannot be', async () => {
  const told: string[] = [];
  let isThere = false;
  const app = fastify();
  createSubsonicPage({
    rest: async () => {
      if (!isThere) throw new Error('too many open files');
      return rest;
    },
    log: { ...silentLog, error: (text) => void told.push(text) },
  })(app);
  const ask = () => app.inject({ method: 'GET', url: '/rest/ping.view' });
  expect(await ask()).toMatchObject({ statusCode: 500, body: '' });
  expect(told).toEqual(['what answers apps could not be loaded']);
  isThere = true;
  const answered = await ask();
  expect(answered).toMatchObject({ statusCode: 200, body: 'taken by GET' });
  expect(answered.headers['access-control-allow-origin']).toBe('*');
});
