import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PulseAudio whose only device is silent. Browsers other than Chromium play nothing without a device. */
export interface SoundCard {
  /** What a program that is to sound there finds in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends it before this process ends, and takes its folder away. */
  end(): Promise<void>;
}

const modules = ['module-native-protocol-unix', 'module-null-sink'];

/**
 * Runs PulseAudio until the standard input closes, as it does however the process that holds its other side ends:
 * test runners kill theirs, which then tell nobody. Without PulseAudio a browser is silent; that is told by the
 * journeys that listen.
 */
const untilNobodyHoldsOn = 'pulseaudio "$@" & cat; kill $!; wait; rm -rf "$HOME"';

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
  const words = [...argv, ...modules.flatMap((module) => ['-L', module])];
  const sound = spawn('sh', ['-c', untilNobodyHoldsOn, 'sh', ...words], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'ignore', 'ignore'],
    // An interrupt from the keyboard ends this process first.
    detached: true,
  });
  sound.unref();
  (sound.stdin as Socket).unref();
  return {
    environment,
    end: async () => {
      const hasEnded = sound.exitCode === null ? once(sound, 'exit') : undefined;
      sound.stdin.end();
      await hasEnded;
    },
  };
};
