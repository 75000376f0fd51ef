/** Texts of the settings screen. */
export const settings = {
  title: 'Settings',
  preferences: 'Preferences',
  collection: 'Collection',
  users: 'Users',
  ddns: 'Dynamic DNS',
  notSaved: 'This could not be saved.',
  location: 'Location',
  name: 'Name',
  locationPlaceholder: 'C:\\Music',
  namePlaceholder: 'Local Drive Music',
} as const;
