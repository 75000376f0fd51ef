export {
  readSession,
  type Session,
  type SessionState,
  sessionStore,
  signIn,
  signOut,
  useSession,
} from '../storage/session-store.ts';
