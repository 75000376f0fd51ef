export { createLoginThrottle } from './login-throttle.ts';
export { createSessions, type Sessions } from './sessions.ts';
export { createSessionsRoutes } from './sessions-routes.ts';
export { deleteSessionsOf } from './sessions-store.ts';
export { createSignIn } from './sign-in.ts';
