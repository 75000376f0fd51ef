import { plural } from '../../plural.ts';

/** Texts of the first steps. */
export const setup = {
  stepOf: (step: number, count: number) => `Step ${step} of ${count}`,
  welcomeTitle: 'Welcome to Tonearm',
  welcomeText:
    'Your own music, from your own machine, wherever you are. Two questions and you are listening.',
  soundsGood: 'Sounds good',
  mountTitle: 'Music Sources',
  mountText:
    'Please indicate which directories Tonearm should scan to populate your collection. You can change this or add more directories later from the settings screen.',
  next: 'Next',
  waitsFor: {
    location: 'Say where your music is to go on.',
    name: 'Give this source a name to go on.',
    username: 'Choose a username to go on.',
    password: 'Choose a password to go on.',
    confirmation: 'Type the password once more to go on.',
    sameConfirmation: 'Type the same password twice to go on.',
  },
  userTitle: 'User Account',
  userText: 'Please choose a username and a password you would like to use to sign in',
  confirmPassword: 'Confirm password',
  passwordsDiffer: 'The passwords do not match.',
  finishTitle: 'All set',
  finishText: 'Your collection is being scanned. It opens in a moment.',
  foundSoFar: plural('en', { one: '# song found so far.', other: '# songs found so far.' }),
  setupCode: 'Setup code',
  setupCodeText:
    'This page was opened from outside the local network, or under a name the server does not know. Type the code that it printed when it started.',
  setupCodeWrong: 'That is not the code the server printed.',
} as const;
