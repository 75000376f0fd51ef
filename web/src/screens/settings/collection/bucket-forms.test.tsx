import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeServer } from '../../../test-kit/fake-server.ts';
import { commit, fakeCollectionServer, field, openCollectionTab } from './test-collection-tab.tsx';

let server: FakeServer;

beforeEach(() => {
  server = fakeCollectionServer();
});

describe('a music source in a bucket', () => {
  const music = {
    bucket: 'music',
    endpoint: 'https://s3.example.org',
    region: 'eu-central-1',
    is_path_style: true,
    has_keys: true,
  };

  it('asks how the bucket is reached, and shows no key again', async () => {
    let stored: unknown[] = [];
    server.answer({
      'GET /buckets': () => stored,
      'PUT /buckets': () => {
        stored = [music];
      },
    });
    await openCollectionTab();
    expect(screen.queryByLabelText('Secret key')).toBeNull();
    commit('Location of source 1', 's3://music/all');
    await screen.findByLabelText('Secret key');
    const values: Record<string, string> = {
      'Address of the store': music.endpoint,
      Region: music.region,
      'Access key': 'the key',
      'Secret key': 'the secret',
    };
    for (const [label, value] of Object.entries(values)) commit(label, value);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Keys are stored. Leave both empty to keep them.');
    const { has_keys: _, ...place } = music;
    expect(server.callsOf('PUT /buckets')[0]?.body).toEqual([
      { ...place, access_key: 'the key', secret_key: 'the secret' },
    ]);
    expect([field('Access key').value, field('Secret key').value]).toEqual(['', '']);
    expect(server.callsOf('GET /folders')).toEqual([]);
  });

  it('keeps other buckets and their keys', async () => {
    server.answer({
      'GET /mount_dirs': [{ source: 's3://music', name: 'Cloud' }],
      'GET /buckets': [{ ...music, bucket: 'other' }, music],
      'PUT /buckets': undefined,
    });
    await openCollectionTab();
    await screen.findByLabelText('Region');
    commit('Region', 'eu-west-1');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsOf('PUT /buckets')).toHaveLength(1));
    const { has_keys: _, ...place } = music;
    expect(server.callsOf('PUT /buckets')[0]?.body).toEqual([
      { ...place, bucket: 'other' },
      { ...place, region: 'eu-west-1' },
    ]);
  });
});
