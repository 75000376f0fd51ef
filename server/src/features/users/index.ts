export {
  assertUsablePassword,
  createPasswordHasher,
  longestPasswordBytes,
  type PasswordCost,
  type PasswordHasher,
} from './password-hasher.ts';
export { type Actor, createUsers, type UsersDeps } from './users.ts';
export { createUsersReplacement } from './users-replacement.ts';
export { createUsersRoutes } from './users-routes.ts';
export {
  administratorExists,
  findUserById,
  findUserByName,
  findUserNames,
  listUsers,
  setPasswordHash,
} from './users-store.ts';
