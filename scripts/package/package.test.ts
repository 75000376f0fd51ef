import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { debOf, ociArchive } from './formats.mjs';
import { entriesOf, tarOf } from './tar.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonearm-package-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const longName = 'a-name-of-many-letters-'.repeat(4);

const fill = (name: string): string => {
  const place = join(folder, name);
  mkdirSync(join(place, 'bin', longName, longName), { recursive: true });
  writeFileSync(join(place, 'bin', 'run'), 'echo');
  chmodSync(join(place, 'bin', 'run'), 0o755);
  writeFileSync(join(place, 'bin', longName, longName, 'data'), 'x'.repeat(700));
  symlinkSync('bin/run', join(place, 'start'));
  return place;
};

const text = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString('utf8', from, from + length).replace(/\0.*$/s, '');

/** What an archive holds, read by the format's own rules. */
const untar = (tar: Buffer): { name: string; mode: string; content: Buffer; link: string }[] => {
  const found = [];
  for (let at = 0; tar[at] !== 0; ) {
    const sum = Number.parseInt(text(tar, at + 148, 8), 8);
    const counted = Buffer.from(tar.subarray(at, at + 512)).fill(' ', 148, 156);
    expect(counted.reduce((total, byte) => total + byte, 0)).toBe(sum);
    const size = Number.parseInt(text(tar, at + 124, 12), 8);
    const prefix = text(tar, at + 345, 155);
    const name = text(tar, at, 100);
    found.push({
      name: prefix === '' ? name : `${prefix}/${name}`,
      mode: text(tar, at + 100, 8),
      content: tar.subarray(at + 512, at + 512 + size),
      link: text(tar, at + 157, 100),
    });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return found;
};

const sha256 = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

describe('what is packed', () => {
  it('is the same whenever and wherever it is packed, and another when a byte is another', () => {
    const [one, other] = [fill('one'), fill('other')];
    utimesSync(join(other, 'bin', 'run'), 1, 1);
    chmodSync(join(other, 'bin', longName, longName, 'data'), 0o600);
    expect(tarOf(entriesOf(other), 7).equals(tarOf(entriesOf(one), 7))).toBe(true);
    writeFileSync(join(other, 'bin', 'run'), 'ecco');
    expect(tarOf(entriesOf(other), 7).equals(tarOf(entriesOf(one), 7))).toBe(false);
  });

  it('comes out again with its names, rights and links', () => {
    const found = untar(tarOf(entriesOf(fill('one'), 'x/'), 7));
    expect(found.map(({ name, mode, link }) => [name, mode, link])).toEqual([
      ['x/bin/', '0000755', ''],
      [`x/bin/${longName}/`, '0000755', ''],
      [`x/bin/${longName}/${longName}/`, '0000755', ''],
      [`x/bin/${longName}/${longName}/data`, '0000644', ''],
      ['x/bin/run', '0000755', ''],
      ['x/start', '0000777', 'bin/run'],
    ]);
    expect(found[3]?.content.toString()).toBe('x'.repeat(700));
  });
});

it('an image names every part by its digest', () => {
  const layer = tarOf(entriesOf(fill('one')), 7);
  const config = { User: '10001:10001' };
  const archive = ociArchive({
    layers: [layer],
    config,
    architecture: 'amd64',
    reference: 'x:1',
    seconds: 7,
  });
  const files = new Map(untar(archive).map(({ name, content }) => [name, content]));
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? '') as never;
  const blob = ({ digest, size }: { digest: string; size: number }): Buffer => {
    const bytes = files.get(`blobs/sha256/${digest.replace('sha256:', '')}`) ?? Buffer.alloc(0);
    expect([sha256(bytes), bytes.length]).toEqual([digest, size]);
    return bytes;
  };
  type Descriptor = { digest: string; size: number };
  const { manifests } = json('index.json') as { manifests: [Descriptor] };
  const manifest = JSON.parse(blob(manifests[0]).toString()) as { config: Descriptor; layers: [Descriptor] };
  const image = JSON.parse(blob(manifest.config).toString()) as {
    config: object;
    rootfs: { diff_ids: string[] };
  };
  expect(image.config).toEqual(config);
  expect(image.rootfs.diff_ids).toEqual([sha256(gunzipSync(blob(manifest.layers[0])))]);
  expect(json('oci-layout')).toEqual({ imageLayoutVersion: '1.0.0' });
});

it('a Debian package is an archive of its version, its control and its data', () => {
  const data = tarOf(entriesOf(fill('one'), './'), 7);
  const control = { Package: 'x', Version: '1' };
  const deb = debOf({ control, scripts: { postinst: '#!/bin/sh\n' }, data, seconds: 7 });
  expect(deb.subarray(0, 8).toString()).toBe('!<arch>\n');
  const members = new Map<string, Buffer>();
  for (let at = 8; at < deb.length; ) {
    const size = Number(deb.toString('utf8', at + 48, at + 58));
    expect(deb.toString('utf8', at + 58, at + 60)).toBe('`\n');
    members.set(deb.toString('utf8', at, at + 16).trim(), deb.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  expect([...members.keys()]).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz']);
  const inside = untar(gunzipSync(members.get('control.tar.gz') ?? Buffer.alloc(0)));
  expect(inside.map(({ name, mode }) => [name, mode])).toEqual([
    ['./control', '0000644'],
    ['./postinst', '0000755'],
  ]);
  expect(inside[0]?.content.toString()).toBe('Package: x\nVersion: 1\n');
  expect(gunzipSync(members.get('data.tar.gz') ?? Buffer.alloc(0)).equals(data)).toBe(true);
});

it('the service of the package is as shut as the one of the guide', () => {
  const root = join(import.meta.dirname, '..', '..');
  const guide = readFileSync(join(root, 'docs', 'guide', 'service.md'), 'utf8');
  const packaged = readFileSync(join(root, 'packaging', 'tonearm.service'), 'utf8').split('\n');
  const [, hardened = ''] = /\n(CapabilityBoundingSet=[\s\S]*?)\n\n\[Install\]/.exec(guide) ?? [];
  expect(hardened.split('\n').length).toBeGreaterThan(20);
  expect(hardened.split('\n').filter((line) => !packaged.includes(line))).toEqual([]);
});
