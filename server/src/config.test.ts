import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test/account-server.ts';
import { ConfigError, helpText, readCommand, readConfig } from './config.ts';

const folders: ReturnType<typeof temporaryFolder>[] = [];
const newFolder = (): string => {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder.path;
};
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

const read = (argv: string[] = [], environment: Record<string, string> = {}, workingFolder = '/srv') =>
  readConfig({ argv, environment, workingFolder });

describe('the configuration', () => {
  it('has defaults that serve on port 5050', () => {
    expect(read()).toMatchObject({ host: '0.0.0.0', port: 5050, dataFolder: '/srv/data', basePath: '' });
  });

  it('lets a flag win over the environment, and that over the file', () => {
    const folder = newFolder();
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
    [['--roles', 'scan'], '--roles must be serve or serve,scan'],
    [['--roles', 'serve'], '--roles serve is for one of several processes'],
    [['--log-level', 'loud'], '--log-level must be one of'],
    [['--trusted-proxies', '10.0.0.0/8,zebra'], 'not "zebra"'],
    [['--data', ''], '--data must name a folder'],
    [['--host', 'a b'], '--host must be an address'],
    [['--volume', '11'], "Unknown option '--volume'. --help lists all flags."],
    [['music'], "Unexpected argument 'music'. --help lists all flags."],
    [['--port'], '--help lists all flags.'],
    [['--lastfm-root', 'ftp://x'], '--lastfm-root must be an address'],
  ])('refuses %j with a sentence', (argv, sentence) => {
    expect(() => read(argv)).toThrow(ConfigError);
    expect(() => read(argv)).toThrow(sentence);
  });

  it('names the environment variable that is wrong', () => {
    expect(() => read([], { TONEARM_PORT: 'x' })).toThrow('TONEARM_PORT must be');
  });

  describe('of the settings file', () => {
    /** A folder with a settings file, and the file's path. */
    const fileWith = (values: unknown, name = 'tonearm.json') => {
      const folder = newFolder();
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify(values));
      return { folder, file };
    };

    it('takes numbers, yes and no, and lists as JSON writes them', () => {
      const { folder } = fileWith({
        port: 0,
        'follow-outside-links': true,
        'trusted-proxies': ['127.0.0.1', '10.0.0.0/8'],
      });
      expect(read(['--data', folder])).toMatchObject({
        port: 0,
        followsOutsideLinks: true,
        trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
      });
    });

    it('takes what an editor saved with a mark of byte order', () => {
      const { folder, file } = fileWith({ port: 7001 });
      writeFileSync(file, `\ufeff${JSON.stringify({ port: 7002 })}`);
      expect(read(['--data', folder]).port).toBe(7002);
    });

    it('honours the data folder of a file that is named, beside the file', () => {
      const { folder, file } = fileWith({ data: 'kept', port: 7001 }, 'settings.json');
      expect(read(['--config', file])).toMatchObject({ dataFolder: join(folder, 'kept'), port: 7001 });
      expect(read([], { TONEARM_CONFIG: file, TONEARM_DATA: '/elsewhere' }).dataFolder).toBe('/elsewhere');
    });

    it.each([
      [{ data: '/music' }, '"data" in FILE cannot be used'],
      [{ prot: 1 }, '"prot" in FILE is not a setting. There are: host, port, data,'],
      [{ config: 'x' }, '"config" in FILE is not a setting'],
      [{ port: [1] }, '"port" in FILE must be a number, not [1].'],
      [{ port: true }, '"port" in FILE must be a number, not true.'],
      [{ 'base-path': null }, '"base-path" in FILE must be a text in quotes, not null.'],
      [{ 'trusted-proxies': [1] }, 'must be a text in quotes or a list of them, not [1].'],
      [{ 'trusted-proxies': ['zebra'] }, 'must hold addresses or networks such as 10.0.0.0/8, not "zebra".'],
      [{ 'follow-outside-links': 1 }, '"follow-outside-links" in FILE must be true or false, not 1.'],
    ])('refuses %j with a sentence', (values, sentence) => {
      const { folder, file } = fileWith(values);
      expect(() => read(['--data', folder])).toThrow(ConfigError);
      expect(() => read(['--data', folder])).toThrow(sentence.replace('FILE', file));
    });
  });

  it('is read from no line that asks for help or the version', () => {
    expect(readCommand(['--help', '--port', '1'])).toEqual({ kind: 'help' });
    expect(readCommand(['-h'])).toEqual({ kind: 'help' });
    expect(readCommand(['--version'])).toEqual({ kind: 'version' });
  });

  it('has a help that names every flag, its variable and its default', () => {
    for (const words of [
      '--port PORT',
      'TONEARM_PORT ',
      '(default 5050)',
      '--config FILE',
      'TONEARM_CONFIG',
      '--help',
      '--version',
    ]) {
      expect(helpText()).toContain(words);
    }
  });
});
