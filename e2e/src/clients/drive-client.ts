import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Client, commandOf } from './installed-clients.ts';

/** What a driver printed, and whether all of it was right. */
export interface Seen {
  readonly client: Client;
  readonly lines: readonly string[];
  readonly isRight: boolean;
}

/** A home of its own for a program of the system, which keeps its settings there. */
const homeOf = ({ from, name }: Client, folder: string): Readonly<Record<string, string>> => {
  if (!from.startsWith('Debian')) return {};
  const home = join(folder, name);
  mkdirSync(home);
  return { HOME: home };
};

/** Runs a driver and prints what it tells. One that ends in an error without having told of one is wrong, too. */
export const driveClient = async (
  client: Client,
  { environment, folder }: { environment: Readonly<Record<string, string>>; folder: string },
): Promise<Seen> => {
  const [command, ...argv] = commandOf(client);
  const child = spawn(command, argv, {
    env: { ...process.env, ...homeOf(client, folder), ...environment, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    process.stdout.write(`  ${line}\n`);
  }
  const status = await ended;
  if (status !== 0 && !lines.some((line) => line.startsWith('WRONG ')))
    lines.push(`WRONG the driver ended with ${status}`);
  return { client, lines, isRight: status === 0 };
};
