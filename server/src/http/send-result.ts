import type { Readable } from 'node:stream';
import type { Endpoint } from '@tonearm/contract';
import type { FastifyReply } from 'fastify';
import { answered, isAnswer } from './route.ts';

const jsonType = 'application/json; charset=utf-8';

/** JSON text is encoded here: a long string would be encoded twice, once to be measured and once to be sent. */
const sendJson = (json: string | Buffer | Readable, reply: FastifyReply): void => {
  reply.header('Content-Type', jsonType).send(typeof json === 'string' ? Buffer.from(json) : json);
};

/** Sends what a handler gave back, as its endpoint declares it. */
export const sendResult = (endpoint: Endpoint, result: unknown, reply: FastifyReply): void => {
  if (result === answered) return;
  if (isAnswer(result)) {
    reply.code(result.status ?? 200);
    if (result.headers !== undefined) reply.headers(result.headers);
    if (result.html !== undefined) reply.type('text/html; charset=utf-8').send(result.html);
    else if (result.bytes !== undefined) reply.type(result.bytes.type).send(result.bytes.stream);
    else if (result.encodedJson === undefined) reply.send();
    // A HEAD that made no list: no length is told rather than a wrong one.
    else if (result.encodedJson === '') reply.header('Content-Type', jsonType).send();
    else sendJson(result.encodedJson, reply);
    return;
  }
  if (endpoint.answer === 'empty') reply.code(200).send();
  else sendJson(JSON.stringify(result), reply);
};
