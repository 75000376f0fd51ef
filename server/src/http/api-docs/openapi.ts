import {
  type Access,
  directoryCountHeader,
  type Endpoint,
  type EndpointName,
  type ErrorCode,
  endpoints,
  errors,
  totalCountHeader,
} from '@tonearm/contract';
import { z } from 'zod';
import { type ApiVersion, byVersion, versionHeader } from '../api-version.ts';
import { pathShapeOf } from '../paths.ts';
import { type Example, examples } from './examples.ts';

type Json = { [key: string]: unknown };

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument extends Json {
  readonly openapi: '3.1.0';
  readonly paths: { [path: string]: Json };
}

const whoMayCall: Record<Access, string> = {
  anyone: 'Anyone may call this.',
  user: 'For signed-in users.',
  admin: 'For administrators; open to the local network until the first user exists.',
  media: 'For signed-in users; a media token is enough.',
  link: 'For link tokens only.',
};

/** What any call of an access may answer besides its own errors. */
const commonErrors = (endpoint: Endpoint): ErrorCode[] => {
  const codes: ErrorCode[] = ['invalid_path', 'internal'];
  if (endpoint.access !== 'anyone')
    codes.push(
      'unauthorized',
      'session_ended_elsewhere',
      'session_ended_by_password',
      'session_ended_by_administrator',
    );
  if (endpoint.access === 'admin') codes.push('forbidden', 'setup_code_required');
  if (endpoint.query !== undefined) codes.push('invalid_request');
  if (endpoint.body !== undefined) {
    codes.push('invalid_request', 'invalid_json', 'body_too_large', 'unsupported_body', 'body_mismatch');
  }
  if (endpoint.upload !== undefined) codes.push('invalid_request', 'unsupported_body', 'body_too_large');
  if (endpoint.method !== 'GET') codes.push('read_only', 'storage_full', 'unavailable');
  return codes;
};

const rewriteReferences = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(rewriteReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : rewriteReferences(inner),
    ]),
  );
};

/** Turns schemas into JSON Schema; those with a name are gathered once. */
const createSchemas = () => {
  const components: Json = {};
  const convert = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema: _dialect, $defs, ...rest } = z.toJSONSchema(schema, { io }) as Json;
    for (const [name, named] of Object.entries(($defs ?? {}) as Json)) {
      const { id: _name, ...definition } = rewriteReferences(named) as Json;
      components[name] = definition;
    }
    return rewriteReferences(rest) as Json;
  };
  return { components, convert };
};

type Convert = ReturnType<typeof createSchemas>['convert'];

const queryParameters = (endpoint: Endpoint, convert: Convert): Json[] => {
  if (endpoint.query === undefined) return [];
  const required = (convert(endpoint.query, 'input')['required'] ?? []) as string[];
  const properties = (convert(endpoint.query, 'output')['properties'] ?? {}) as Json;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
};

const exampleOf = (value: unknown): Json => (value === undefined ? {} : { example: value });

const pathParameters = (endpoint: Endpoint, example: Example): Json[] =>
  [...endpoint.path.matchAll(/\{(\w+)(\*?)\??\}/g)].map(([, name, rest], at) => ({
    name,
    in: 'path',
    required: true,
    description:
      rest === '*' ? 'Slashes may be sent as they are or as %2F.' : 'One segment: a slash is sent as %2F.',
    schema: { type: 'string' },
    ...exampleOf(at === 0 ? example.parameter : undefined),
  }));

const takesPages = (endpoint: Endpoint): boolean =>
  endpoint.query !== undefined && endpoint.query instanceof z.ZodObject && 'limit' in endpoint.query.shape;

const goodAnswer = (endpoint: Endpoint, convert: Convert, example: Example): Json => {
  const { answer } = endpoint;
  if (answer === 'empty') return { description: 'Done; the body is empty.' };
  if (answer === 'bytes') return { description: 'The bytes.', content: { '*/*': {} } };
  if (answer === 'html') return { description: 'A page.', content: { 'text/html': {} } };
  if (answer === 'event-stream') return { description: 'Events.', content: { 'text/event-stream': {} } };
  const headers = takesPages(endpoint)
    ? {
        [totalCountHeader]: {
          description: 'How many entries the whole list has.',
          schema: { type: 'integer' },
        },
        ...(endpoint.path === '/search' || endpoint.path.startsWith('/search/')
          ? {
              [directoryCountHeader]: {
                description: 'How many of them are folders, which come before the songs.',
                schema: { type: 'integer' },
              },
            }
          : {}),
      }
    : undefined;
  return {
    description: 'The answer.',
    ...(headers === undefined ? {} : { headers }),
    content: { 'application/json': { schema: convert(answer, 'output'), ...exampleOf(example.answer) } },
  };
};

const errorAnswers = (endpoint: Endpoint): Json => {
  const codes = [...new Set([...(endpoint.errors ?? []), ...commonErrors(endpoint)])];
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      String(status),
      {
        description: of.map((code) => `\`${code}\`: ${errors[code].title}`).join('. '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
};

const securityOf = (endpoint: Endpoint): Json[] => {
  if (endpoint.access === 'anyone') return [];
  const inQuery = endpoint.method === 'GET' ? [{ queryToken: [] }] : [];
  return [{ bearer: [] }, ...inQuery];
};

/** The header that chooses version 8; `required` where another version answers without it. */
const versionParameter = (required: boolean): Json => ({
  name: versionHeader,
  in: 'header',
  required,
  schema: { type: 'string', const: '8' },
});

const operationOf = (name: EndpointName, endpoint: Endpoint, convert: Convert): Json => {
  const example = examples[name] ?? {};
  return {
    operationId: name,
    summary: endpoint.summary,
    description: whoMayCall[endpoint.access],
    tags: [endpoint.path.split('/')[1]],
    security: securityOf(endpoint),
    parameters: [...pathParameters(endpoint, example), ...queryParameters(endpoint, convert)],
    ...(endpoint.upload === undefined ? {} : { requestBody: filesBody }),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: convert(endpoint.body, 'input'), ...exampleOf(example.body) },
            },
          },
        }),
    responses: { '200': goodAnswer(endpoint, convert, example), ...errorAnswers(endpoint) },
  };
};

/** A form of files. */
const filesBody: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', additionalProperties: { type: 'string', format: 'binary' } },
    },
  },
};

const problemSchema: Json = {
  type: 'object',
  description: 'RFC 9457. `code` is stable; `detail` is a sentence for a person.',
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(errors) },
    detail: { type: 'string' },
    at: { type: 'integer', description: 'Of a query: where it is wrong.' },
    expected: { type: 'string', description: 'Of a query: what was expected there.' },
    request_id: { type: 'string' },
  },
  required: ['type', 'title', 'status', 'code', 'detail', 'request_id'],
};

/** Addresses of an endpoint as OpenAPI writes them: an optional parameter makes two. */
const addressesOf = (endpoint: Endpoint): { path: string; hasParameter: boolean }[] => {
  const shape = pathShapeOf(endpoint.path);
  const path = endpoint.path.replace(/\*?\??\}$/, '}');
  const whole = { path, hasParameter: shape.parameter !== 'none' };
  return shape.isOptional ? [{ path: shape.fixed, hasParameter: false }, whole] : [whole];
};

type Named = readonly [name: EndpointName, endpoint: Endpoint];

/** The calls as a client of one version meets them, and whether it must say so to get this one. */
const callsOf = (version: ApiVersion): { call: Named; isChosen: boolean }[] =>
  byVersion(
    Object.entries(endpoints) as [EndpointName, Endpoint][],
    ([, { method, path }]) => `${method} ${path}`,
    ([, endpoint]) => endpoint.version === 8,
  ).map(({ plain, eighth }) =>
    version === 8 && eighth !== undefined
      ? { call: eighth, isChosen: true }
      : { call: plain, isChosen: false },
  );

/** What a client that says which version it wants may be answered besides. */
const versionErrors = (endpoint: Endpoint): Endpoint =>
  endpoint.access === 'anyone'
    ? endpoint
    : { ...endpoint, errors: [...(endpoint.errors ?? []), 'invalid_api_version', 'unsupported_api_version'] };

/** Describes every call of the contract, as clients of version 7 meet them or as those of version 8 do. */
export const openApiDocument = (version: ApiVersion = 7): OpenApiDocument => {
  const { components, convert } = createSchemas();
  const paths: { [path: string]: Json } = {};
  for (const {
    call: [name, endpoint],
    isChosen,
  } of callsOf(version)) {
    for (const { path, hasParameter } of addressesOf(endpoint)) {
      const operation = operationOf(name, isChosen ? versionErrors(endpoint) : endpoint, convert);
      const isShort = pathShapeOf(endpoint.path).isOptional && !hasParameter;
      const parameters = [
        ...(operation['parameters'] as Json[]).filter(
          (parameter) => hasParameter || parameter['in'] !== 'path',
        ),
        ...(isChosen ? [versionParameter(endpoint.access !== 'anyone')] : []),
      ];
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: {
          ...operation,
          parameters,
          ...(isShort ? { operationId: `${name}Root` } : {}),
        },
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tonearm',
      version: version === 8 ? '8.1' : '7.0',
      description:
        version === 8
          ? 'Every call of the server. Errors are problem documents with a stable `code` where `Accept` names JSON, else one sentence of plain text.'
          : 'Every call of the server. Errors are problem documents with a stable `code`.',
    },
    servers: [{ url: '../api' }],
    paths,
    components: {
      schemas: { ...components, Problem: problemSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        queryToken: { type: 'apiKey', in: 'query', name: 'auth_token' },
      },
    },
  };
};
