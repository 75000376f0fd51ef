/** Where a path below `/api` is. */
type Address = (path: string) => URL;

/** The web client of the family. */
export const createWebClient = (address: Address) => {
  /** The way that all of its calls go: the status counts only where it is 401. */
  const request = async (path: string, options: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(options.headers);
    if (caller.token !== undefined) headers.set('Authorization', `Bearer ${caller.token}`);
    headers.set('Accept-Version', '8');
    const response = await fetch(address(path), { ...options, headers });
    if (response.status === 401) throw new Error('it logs out');
    return response;
  };
  const read = async <T>(path: string, reader: (value: unknown) => T): Promise<T> =>
    reader(await (await request(path)).json());
  const send = async (method: string, path: string, body?: unknown): Promise<Response> =>
    request(path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });

  const caller = { token: undefined as string | undefined, request, read, send };
  return caller;
};

/** The phone app of the family. */
export const createPhoneApp = (address: Address) => {
  /** The way that all of its calls go: bodies with a charset, everything from 300 on is an error. */
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const headers = new Headers({ 'Accept-Version': '8' });
    if (caller.token !== undefined) headers.set('Authorization', `Bearer ${caller.token}`);
    if (body !== undefined) headers.set('Content-Type', 'application/json; charset=utf-8');
    const options = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(address(path), options);
    if (response.status >= 300) throw new Error(`${path} failed with ${response.status}`);
    return response;
  };
  const read = async <T>(path: string, reader: (value: unknown) => T): Promise<T> =>
    reader(await (await call('GET', path)).json());

  const caller = { token: undefined as string | undefined, call, read };
  return caller;
};
