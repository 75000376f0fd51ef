import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PulseAudio whose only device is silent. Browsers other than Chromium play nothing without a device. */
export interface SoundCard {
  readonly process: ChildProcess;
  /** What a program that is to sound there finds in its environment. */
  readonly environment: Readonly<Record<string, string>>;
}

const modules = ['module-native-protocol-unix', 'module-null-sink'];

/** Starts one, until this process ends. @param folder a folder of its own, which goes with it */
export const startSoundCard = (folder = mkdtempSync(join(tmpdir(), 'tonearm-sound-'))): SoundCard => {
  const runtime = join(folder, 'runtime');
  mkdirSync(runtime, { mode: 0o700 });
  const environment = {
    HOME: folder,
    XDG_RUNTIME_DIR: runtime,
    PULSE_SERVER: `unix:${runtime}/pulse/native`,
  };
  const argv = ['-n', '--exit-idle-time=-1', '--daemonize=no', '--use-pid-file=no'];
  const sound = spawn('pulseaudio', [...argv, ...modules.flatMap((module) => ['-L', module])], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  // Without it a browser is silent; that is told by the journeys that listen.
  sound.on('error', () => {});
  sound.unref();
  process.once('exit', () => {
    sound.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  return { process: sound, environment };
};
