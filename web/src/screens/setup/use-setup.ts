import type { ListedUser, MountDir } from '@tonearm/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { setSetupCode } from '../../api/client.ts';
import { requestSession } from '../../api/session.ts';
import { getMountDirs, putMountDirs } from '../../api/settings.ts';
import { refreshSetup } from '../../api/setup.ts';
import { createUser, listUsers } from '../../api/users.ts';
import { sessionStore, signIn } from '../../storage/session-store.ts';
import { type SetupStep, setupStepOf } from './setup-steps.ts';

/** What the wizard knows and can do. */
export interface Setup {
  readonly step: SetupStep;
  /** The server wants the code it printed: this page comes from outside the local network. */
  readonly needsCode: boolean;
  readonly error: unknown;
  readonly welcome: () => void;
  readonly tryCode: (code: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly saveMountDir: (mountDir: MountDir) => Promise<void>;
  readonly saveUser: (username: string, password: string) => Promise<void>;
}

/** Loads what is set up already and derives the step from it. */
export function useSetup(): Setup {
  const [isWelcomed, setIsWelcomed] = useState(false);
  const [mountDirs, setMountDirs] = useState<readonly MountDir[] | null>(null);
  const [users, setUsers] = useState<readonly ListedUser[] | null>(null);
  const [error, setError] = useState<unknown>(null);

  const reload = useCallback(async () => {
    try {
      const [foundMountDirs, foundUsers] = await Promise.all([getMountDirs(), listUsers()]);
      setMountDirs(foundMountDirs);
      setUsers(foundUsers);
      setError(null);
    } catch (cause) {
      setError(cause);
    }
  }, []);
  useEffect(() => {
    void reload();
  }, [reload]);

  return {
    step: setupStepOf({ isWelcomed, mountDirs, users }),
    needsCode: error instanceof ApiError && error.code === 'setup_code_required',
    error,
    welcome: () => setIsWelcomed(true),
    tryCode: (code) => {
      setSetupCode(code);
      return reload();
    },
    reload,
    saveMountDir: async (mountDir) => {
      await putMountDirs([mountDir]);
      await reload();
    },
    saveUser: async (username, password) => {
      await createUser({ name: username, password, isAdmin: true });
      setSetupCode(null);
      if (users?.length === 0 && sessionStore.getState().session === null) {
        // The account is made: whatever keeps its owner out now is for the sign-in screen to say.
        const session = await requestSession(username, password).catch(() => null);
        if (session === null) return refreshSetup();
        signIn(session);
      }
      await reload();
    },
  };
}
