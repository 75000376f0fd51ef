import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nullishText, nullishYesOrNo, text, yesOrNo } from './values.ts';

/** A user as administrators see it. */
const listedUser = z.object({ name: text, is_admin: yesOrNo });
export type ListedUser = z.infer<typeof listedUser>;

/** A user to be made. */
export const newUser = z.object({ name: text, password: text, admin: yesOrNo });
export type NewUser = z.infer<typeof newUser>;

/** Accounts, for administrators. */
export const userEndpoints = {
  listUsers: endpoint({
    method: 'GET',
    path: '/users',
    access: 'admin',
    summary: 'All users in order of creation.',
    answer: z.array(listedUser),
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/user',
    access: 'admin',
    summary: 'Create a user. The first one is always an administrator.',
    body: newUser,
    bodyExample: { name: 'new', password: 'x', admin: false },
    answer: 'empty',
    errors: ['blank_username', 'blank_password', 'password_too_long', 'username_taken'],
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/user/{name}',
    access: 'admin',
    summary:
      'Change the password or the administrator flag of a user; an unknown name is fine, but in version 8.',
    body: z.object({
      new_password: nullishText,
      new_is_admin: nullishYesOrNo,
    }),
    bodyExample: { new_password: 'changed' },
    answer: 'empty',
    errors: ['blank_password', 'password_too_long', 'own_account', 'last_administrator', 'user_not_found'],
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/user/{name}',
    access: 'admin',
    summary: 'Delete a user; an unknown name is fine.',
    answer: 'empty',
    errors: ['own_account', 'last_administrator'],
  }),
} as const;
