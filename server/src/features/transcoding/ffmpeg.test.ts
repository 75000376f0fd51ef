import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { findFfmpeg } from './ffmpeg.ts';

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

/** A program that says what ffmpeg says of itself, and notes each time that it was started. */
const noting = (): { readonly program: string; readonly notes: string } => {
  const program = folder.join('ffmpeg');
  const notes = folder.join('notes');
  const script = `#!/bin/sh\necho started >> '${notes}'\necho 'ffmpeg version 9.9'\n`;
  writeFileSync(program, script, { mode: 0o755 });
  return { program, notes };
};

it('starts nothing before somebody wants to know, and then once', async () => {
  const { program, notes } = noting();
  // Whoever starts it sets it a time at once.
  const schedule = vi.fn(systemClock.schedule);
  const ffmpeg = findFfmpeg({ program, clock: { schedule }, log: silentLog });
  await new Promise((resolve) => setImmediate(resolve));
  expect(schedule).not.toHaveBeenCalled();
  expect([ffmpeg.state().kind, existsSync(notes)]).toEqual(['asking', false]);
  await Promise.all([ffmpeg.asked, ffmpeg.asked]);
  expect(ffmpeg.state()).toMatchObject({ kind: 'ready', version: '9.9' });
  // What it is, and which encoders it has.
  expect(readFileSync(notes, 'utf8')).toBe('started\nstarted\n');
});
