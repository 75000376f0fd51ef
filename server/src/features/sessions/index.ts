export { createChangeOwnPassword } from './change-own-password.ts';
export { endingSessionsOf } from './ended-sessions-store.ts';
export { createLoginThrottle, createSharedThrottle } from './login-throttle.ts';
export { createSessions, type Sessions } from './sessions.ts';
export { createSessionsRoutes } from './sessions-routes.ts';
export { createSharedBudgets } from './shared-budgets-store.ts';
export { createSignIn } from './sign-in.ts';
