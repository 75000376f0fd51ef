// What becomes of archives: an OCI image and a Debian package.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { tarOf } from './tar.mjs';

/** gzip without a name or a time. */
export const zipped = (bytes) => gzipSync(bytes, { level: 9 });

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const file = (name, content, mode = 0o644) => ({
  name,
  mode,
  content: Buffer.from(content),
  link: '',
  isFolder: false,
});
const folder = (name) => ({ name, mode: 0o755, content: null, link: '', isFolder: true });

const layoutOf = (blobs, manifest, seconds) => {
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [manifest],
  };
  const names = [...blobs.keys()].sort();
  return tarOf(
    [
      folder('blobs/'),
      folder('blobs/sha256/'),
      ...names.map((digest) => file(`blobs/sha256/${digest}`, blobs.get(digest))),
      file('index.json', JSON.stringify(index)),
      file('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' })),
    ],
    seconds,
  );
};

/**
 * An OCI image as a layout in one tar archive, as `docker load`, `podman load` and `skopeo copy oci-archive:` take it.
 * @param {{layers: Buffer[], config: object, architecture: string, reference: string, seconds: number}} image
 *   layers are tar archives, the lowest first
 * @see https://github.com/opencontainers/image-spec/blob/main/image-layout.md
 */
export const ociArchive = ({ layers, config, architecture, reference, seconds }) => {
  const blobs = new Map();
  const add = (mediaType, bytes) => {
    const digest = sha256(bytes);
    blobs.set(digest, bytes);
    return {
      mediaType: `application/vnd.oci.image.${mediaType}`,
      digest: `sha256:${digest}`,
      size: bytes.length,
    };
  };
  const addJson = (mediaType, value) => add(mediaType, Buffer.from(JSON.stringify(value)));
  const layerDescriptors = layers.map((tar) => add('layer.v1.tar+gzip', zipped(tar)));
  const created = new Date(seconds * 1000).toISOString();
  const manifest = addJson('manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: addJson('config.v1+json', {
      created,
      architecture,
      os: 'linux',
      config,
      rootfs: { type: 'layers', diff_ids: layers.map((tar) => `sha256:${sha256(tar)}`) },
      history: layers.map(() => ({ created })),
    }),
    layers: layerDescriptors,
  });
  return layoutOf(
    blobs,
    {
      ...manifest,
      platform: { architecture, os: 'linux' },
      annotations: { 'org.opencontainers.image.ref.name': reference },
    },
    seconds,
  );
};

/**
 * A Debian package.
 * @param {{control: Record<string, string>, scripts: Record<string, string>, conffiles?: string, data: Buffer, seconds: number}} content
 *   `data` is a tar archive whose names begin with `./`
 * @see deb(5)
 */
export const debOf = ({ control, scripts, data, seconds }) => {
  const fields = Object.entries(control).map(([name, value]) => `${name}: ${value}\n`);
  const controlTar = tarOf(
    [
      file('./control', fields.join('')),
      ...Object.entries(scripts).map(([name, text]) => file(`./${name}`, text, 0o755)),
    ],
    seconds,
  );
  const member = (name, bytes) => {
    const head = [
      name.padEnd(16),
      String(seconds).padEnd(12),
      '0'.padEnd(6),
      '0'.padEnd(6),
      '100644'.padEnd(8),
      String(bytes.length).padEnd(10),
      '`\n',
    ].join('');
    return [Buffer.from(head), bytes, Buffer.from(bytes.length % 2 === 1 ? '\n' : '')];
  };
  return Buffer.concat([
    Buffer.from('!<arch>\n'),
    ...member('debian-binary', Buffer.from('2.0\n')),
    ...member('control.tar.gz', zipped(controlTar)),
    ...member('data.tar.gz', zipped(data)),
  ]);
};
