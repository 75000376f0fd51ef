import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const read = (argv: string[] = [], environment: Record<string, string> = {}, workingFolder = '/srv') =>
  readConfig({ argv, environment, workingFolder });

describe('the configuration', () => {
  it('has defaults that serve on port 5050', () => {
    expect(read()).toMatchObject({ host: '0.0.0.0', port: 5050, dataFolder: '/srv/data', basePath: '' });
  });

  it('lets a flag win over the environment, and that over the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tonearm-config-'));
    writeFileSync(join(folder, 'tonearm.json'), '{"port":7001,"host":"::1","base-path":"/file"}');
    const config = read(['--data', folder, '--port', '7003'], {
      TONEARM_PORT: '7002',
      TONEARM_BASE_PATH: '/env/',
    });
    expect(config).toMatchObject({ port: 7003, basePath: '/env', host: '::1' });
  });

  it.each([
    [['--port', '70000'], '--port must be a whole number'],
    [['--port', '1e3'], '--port must be a whole number'],
    [['--base-path', 'music'], '--base-path must look like /music'],
    [['--base-path', '/a/../b'], '--base-path must look like'],
    [['--log-level', 'loud'], '--log-level must be one of'],
    [['--trusted-proxies', '10.0.0.0/8,zebra'], 'not "zebra"'],
    [['--data', ''], '--data must name a folder'],
    [['--host', 'a b'], '--host must be an address'],
    [['--volume', '11'], "Unknown option '--volume'"],
    [['--lastfm-root', 'ftp://x'], '--lastfm-root must be an address'],
  ])('refuses %j with a sentence', (argv, sentence) => {
    expect(() => read(argv)).toThrow(ConfigError);
    expect(() => read(argv)).toThrow(sentence);
  });

  it('names the environment variable that is wrong', () => {
    expect(() => read([], { TONEARM_PORT: 'x' })).toThrow('TONEARM_PORT must be');
  });
});
