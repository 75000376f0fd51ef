import type { Product } from '@tonearm/testkit';
import type { Page } from 'playwright-core';

/** The administrator that journeys sign in as. */
export const anna = { username: 'anna', password: 'a good password' } as const;

/** A call to the API of a running product, outside the browser. */
export const callApi = async (
  product: Product,
  path: string,
  options: { method?: string; body?: unknown; token?: string } = {},
): Promise<Response> => {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (options.token !== undefined) headers['Authorization'] = `Bearer ${options.token}`;
  return fetch(new URL(`api/${path}`, product.address), {
    method: options.method ?? 'GET',
    headers,
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
};

/** Scans have the lowest priority: on a machine that is busy with other things they take minutes. */
const scanTimeoutMs = 180_000;

/** Waits until a condition holds. @throws Error naming what did not happen */
export const until = async (
  what: string,
  condition: () => Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> => {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} did not happen within ${timeoutMs} ms`);
};

/** What the product answers who signs in. */
export interface SignedIn {
  readonly username: string;
  readonly token: string;
  readonly is_admin: boolean;
  readonly media_token: string;
}

/** Sets the product up without the wizard and waits for its first scan. @returns anna, signed in */
export const setUpProduct = async (product: Product, musicFolder: string): Promise<SignedIn> => {
  const sources = [{ name: 'Music', source: musicFolder }];
  await callApi(product, 'mount_dirs', { method: 'PUT', body: sources });
  const user = { name: anna.username, password: anna.password, admin: true };
  await callApi(product, 'user', { method: 'POST', body: user });
  const answer = await callApi(product, 'auth', { method: 'POST', body: anna });
  const signedIn = (await answer.json()) as SignedIn;
  const { token } = signedIn;
  const isScanned = async (): Promise<boolean> => {
    const status = await callApi(product, 'collection_status', { token });
    const { is_first_scan, is_scanning } = (await status.json()) as Record<string, boolean>;
    return is_first_scan === false && is_scanning === false;
  };
  await until('the first scan', isScanned, scanTimeoutMs);
  return signedIn;
};

/** Signs in through the sign-in screen. */
export const signIn = async (page: Page, product: Pick<Product, 'address'>): Promise<void> => {
  await page.goto(product.address);
  await page.getByLabel('Username').fill(anna.username);
  await page.getByLabel('Password').fill(anna.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/#\/browse/);
};
