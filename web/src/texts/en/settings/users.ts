/** Users and their passwords. */
export const userList = {
  administrator: 'Administrator',
  administratorOf: (name: string) => `Administrator: ${name}`,
  administratorTip: 'Grants access to all settings.',
  changePassword: 'Change password',
  changePasswordOf: (name: string) => `Change password of ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleteConfirm: (name: string) => `Delete ${name}? Their playlists and their history go too.`,
  newPassword: 'New password',
  newPasswordOf: (name: string) => `New password of ${name}`,
  passwordStates: { ready: 'OK', applying: 'Saving…', success: 'Got it!', failure: 'Error :(' },
  create: 'Create user',
  nameTaken: 'There is a user of this name already.',
  passwordBlank: 'The password cannot be blank.',
  deleted: (name: string) => `${name} was deleted`,
  created: (name: string) => `${name} was created`,
} as const;
