import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Diagnostics } from '@tonearm/contract';
import { type Product, startProduct, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';

/*
 * Whoever deletes or replaces `state.db` under a running server takes nothing from anybody: what was acknowledged is
 * there after a kill. A server of its own, which is killed as by a power cut.
 */
const password = 'anna plays on';

const callTo =
  (product: Product, token = '') =>
  async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(new URL(`api/${path}`, product.address), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text };
  };

const signIn = async (product: Product): Promise<ReturnType<typeof callTo>> => {
  const { text } = await callTo(product)('POST', 'auth', { username: 'anna', password });
  return callTo(product, (JSON.parse(text) as { token: string }).token);
};

const namesOf = async (call: ReturnType<typeof callTo>): Promise<string[]> =>
  (JSON.parse((await call('GET', 'playlists')).text) as { name: string }[])
    .map(({ name }) => name)
    .toSorted();

it('keeps what it acknowledged when its database is deleted, replaced and left without its log', async () => {
  await using data = await tempFolder();
  const of = (form: RegExp): string[] => readdirSync(data.path).filter((name) => form.test(name));
  const remove = (form: RegExp): void => {
    for (const name of of(form)) rmSync(data.join(name));
  };
  const acts: readonly (() => void)[] = [
    () => remove(/^state\.db(-wal|-shm)?$/),
    () => remove(/^state\.db$/),
    () => remove(/^state\.db-wal$/),
    () => remove(/^state\.db-shm$/),
    () => {
      writeFileSync(data.join('other'), 'no database');
      renameSync(data.join('other'), data.join('state.db'));
    },
  ];
  const kept: string[] = [];
  {
    await using product = await startProduct({ dataFolder: data.path });
    const made = await callTo(product)('POST', 'user', { name: 'anna', password, admin: true });
    expect(made.status).toBeLessThan(300);
    const call = await signIn(product);
    for (const [index, act] of acts.entries()) {
      for (const when of ['before', 'after']) {
        if (when === 'after') act();
        const name = `${when} ${index}`;
        expect((await call('PUT', `playlist/${name}`, { tracks: [] })).status).toBeLessThan(300);
        kept.push(name);
      }
    }
    const diagnostics = JSON.parse((await call('GET', 'diagnostics')).text) as Diagnostics;
    expect(diagnostics.state_written_back_at).toBeGreaterThan(diagnostics.started_at - 1);
    expect(diagnostics.reclaimable).toEqual([expect.objectContaining({ kind: 'replaced_states', count: 1 })]);
    expect(product.lines.filter((line) => line.includes('nothing is lost'))).toHaveLength(5);
    await product.kill();
  }
  await using product = await startProduct({ dataFolder: data.path });
  expect(await namesOf(await signIn(product))).toEqual(kept.toSorted());
});
