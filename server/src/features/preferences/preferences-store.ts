import type { StateQuery } from '../../state/state-access.ts';

/** The theme a user chose, and the Last.fm account linked to the user. */
export const readPreferences = (query: StateQuery, userId: number) =>
  query
    .selectFrom('users')
    .leftJoin('linked_accounts', (join) =>
      join.onRef('linked_accounts.user_id', '=', 'users.id').on('linked_accounts.service', '=', 'lastfm'),
    )
    .select([
      'linked_accounts.username as lastfm_username',
      'users.theme_base as web_theme_base',
      'users.theme_accent as web_theme_accent',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();

/** Sets or clears the theme of a user. */
export const writeTheme = async (
  query: StateQuery,
  userId: number,
  theme: { base: string | null; accent: string | null },
): Promise<void> => {
  await query
    .updateTable('users')
    .set({ theme_base: theme.base, theme_accent: theme.accent })
    .where('id', '=', userId)
    .execute();
};
