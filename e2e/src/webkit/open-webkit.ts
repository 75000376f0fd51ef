import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { tempFolder } from '@tonearm/testkit';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { until } from '../journeys.ts';
import { startSoundCard } from '../sound-card.ts';

/** A WebKit with a screen and a sound card of its own, neither of which anybody sees or hears. */
export interface WebKit extends AsyncDisposable {
  readonly driver: WebDriver;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Starts a screen. @returns its name, once it is there */
const startScreen = async (children: ChildProcess[]): Promise<string> => {
  const argv = ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', argv, { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(screen);
  const [line] = (await once(createInterface({ input: screen.stdout }), 'line')) as [string];
  return `:${line}`;
};

/**
 * Starts WebKitGTK with its driver, a virtual screen and a PulseAudio without a device: programs of Debian packages,
 * see `scripts/lib/browsers.mjs`. TONEARM_WEBKIT names the browser.
 */
export const openWebKit = async (): Promise<WebKit> => {
  const home = await tempFolder();
  const children: ChildProcess[] = [];
  const sound = startSoundCard(home.path);
  const env = {
    ...process.env,
    ...sound.environment,
    ...{ LC_ALL: 'C.UTF-8', LANGUAGE: 'en', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    DISPLAY: await startScreen(children),
  };
  const port = await freePort();
  children.push(spawn('WebKitWebDriver', ['-p', String(port)], { env, stdio: 'ignore' }));
  await until('a start of the driver', async () => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/status`)).ok;
    } catch {
      return false;
    }
  });
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: process.env['TONEARM_WEBKIT'], args: ['--automation'] },
    })
    .build();
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 });
  return {
    driver,
    [Symbol.asyncDispose]: async () => {
      await driver.quit();
      const ended = children.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(ended);
      await sound.end();
      await home[Symbol.asyncDispose]();
    },
  };
};
