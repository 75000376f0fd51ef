import { request } from 'node:https';

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** One call through the proxy, to the name that its recipe is for. */
export interface Call {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Address of the loopback that the call comes from. */
  readonly from?: string;
}

const name = 'music.example.org';

const optionsOf = (port: number, { path, method = 'GET', body, token, headers, from }: Call) => ({
  host: '127.0.0.1',
  port,
  path,
  method,
  servername: name,
  rejectUnauthorized: false,
  agent: false as const,
  localAddress: from ?? '127.0.0.1',
  headers: {
    host: name,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  },
});

/** Makes a call through the proxy and reads the whole answer. */
export const callThrough = (port: number, call: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(optionsOf(port, call), (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end(call.body === undefined ? undefined : JSON.stringify(call.body));
  });

/** A stream of events through the proxy. */
export interface EventStream {
  /** Waits until so many events have come. @returns false when the time is over before */
  until(count: number, milliseconds: number): Promise<boolean>;
  close(): void;
}

/** Opens a stream of events through the proxy. */
export const openEvents = (port: number, call: Call): EventStream => {
  let seen = 0;
  let waiting: (() => void) | undefined;
  const sent = request(optionsOf(port, call), (answer) => {
    answer.setEncoding('utf8');
    answer.on('error', () => {});
    answer.on('data', (text: string) => {
      seen += (text.match(/^event: /gm) ?? []).length;
      waiting?.();
    });
  });
  sent.on('error', () => {});
  sent.end();
  return {
    until: (count, milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), milliseconds);
        waiting = () => {
          if (seen < count) return;
          clearTimeout(timer);
          resolve(true);
        };
        waiting();
      }),
    close: () => sent.destroy(),
  };
};
