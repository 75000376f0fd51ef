// Starts Firefox and stands between it and Playwright: agrees to the one command of WebDriver BiDi that Playwright
// always sends and Firefox 153 does not know. What it would set (light or dark, less motion) is set by preferences.
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';

const unknownCommand = '"emulation.setMediaFeaturesOverride"';
const announcement = /WebDriver BiDi listening on (ws:\/\/\S+)/;
const largestMessage = 2 ** 30;

const firefox = spawn(process.env.FIREFOX ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
firefox.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

const relay = (client, address) => {
  const browser = new WebSocket(address, { perMessageDeflate: false, maxPayload: largestMessage });
  const waiting = [];
  client.on('message', (data) => {
    const text = data.toString();
    if (text.includes(unknownCommand))
      client.send(JSON.stringify({ type: 'success', id: JSON.parse(text).id, result: {} }));
    else if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else waiting.push(text);
  });
  browser.on('open', () => {
    for (const text of waiting) browser.send(text);
  });
  browser.on('message', (data) => client.send(data.toString()));
  browser.on('close', () => client.close());
  browser.on('error', () => client.close());
  client.on('close', () => browser.close());
};

/** Tells Playwright of this end instead of Firefox's. */
const announce = (address) => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`);
  });
  server.on('connection', (client, request) => relay(client, address + request.url));
};

let printed = '';
firefox.stderr.on('data', (chunk) => {
  const lines = (printed + chunk).split('\n');
  printed = lines.pop() ?? '';
  for (const line of lines) {
    const address = announcement.exec(line)?.[1];
    if (address === undefined) process.stderr.write(`${line}\n`);
    else announce(address);
  }
});
