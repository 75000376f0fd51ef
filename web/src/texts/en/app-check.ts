import type { AppFinding, AppFindingName, CheckedApp } from '@tonearm/contract';

/** What was seen, and by which call. */
interface Told {
  readonly seen: string;
  readonly call: string;
}

interface Words {
  /** What is so. */
  readonly what: (told: Told) => string;
  /** What it means, and what to do. */
  readonly advice: string;
}

const apps: Readonly<Record<CheckedApp, string>> = {
  symfonium: 'Symfonium',
  substreamer: 'Substreamer',
  play_sub: 'play:Sub',
  amperfy: 'Amperfy',
  ultrasonic: 'Ultrasonic',
  tempo: 'Tempo',
  feishin: 'Feishin',
  supersonic: 'Supersonic',
  strawberry: 'Strawberry',
  bonob: 'Sonos through bonob',
  music_assistant: 'Music Assistant',
  browser: 'A player in a browser, at an address of its own',
  dsub: 'DSub and other older apps',
};

const findings: Readonly<Record<AppFindingName, Words>> = {
  protocol_off: {
    what: () => 'Apps are switched off on this server.',
    advice: 'Switch them on in Settings → Apps → What apps may do here.',
  },
  scheme_off: {
    what: ({ seen }) => `The way this app signs in (${seen}) is switched off.`,
    advice: 'Switch it on in Settings → Apps → What apps may do here.',
  },
  call_refused: {
    what: ({ call, seen }) => `The app asks for ${call} and is told: ${seen}`,
    advice: 'Some apps go on without it, others stop here.',
  },
  library_empty: {
    what: () => 'There are no songs.',
    advice: 'Add a music source in Settings → Collection and wait for the scan.',
  },
  library_scanning: {
    what: () => 'The server is reading the collection now.',
    advice: 'An app that connects now sees a part of it. Try again when the scan is done.',
  },
  downloads_off: {
    what: () => 'Downloads are switched off, and this app keeps songs on the device.',
    advice: 'Switch them on in Settings → Apps → What apps may do here, or only stream.',
  },
  address_this_machine: {
    what: ({ seen }) => `${seen} means “this machine” to every machine.`,
    advice: 'It works for apps on the server only. Use the name or the IP address of the server.',
  },
  address_plain: {
    what: ({ seen }) => `${seen} is not encrypted.`,
    advice:
      'Everybody on the way can read along. Many apps refuse http, and a player on a page with https cannot load pictures or sound from it (mixed content). Away from home, use https.',
  },
  address_short_name: {
    what: ({ seen }) => `The name ${seen} is known in your own network only.`,
    advice: 'Many phones do not know such names even at home. Try the IP address.',
  },
  address_has_rest: {
    what: () => 'The address ends with /rest.',
    advice: 'Apps add that themselves. Leave it out.',
  },
  name_unknown: {
    what: ({ seen }) => `The server could not look up the name in the address (${seen}).`,
    advice: 'Check how it is written. If your browser opens it, the server may use another name server.',
  },
  not_reached: {
    what: ({ seen }) =>
      // Where the system gives no reason of its own, there is nothing to look up.
      `The server could not reach itself at this address${seen === 'not_reached' ? '' : ` (${seen})`}.`,
    advice:
      'Some routers do not let machines at home use the address from outside: then this says nothing about apps. Else nothing listens there: check the port, the firewall and the proxy.',
  },
  no_answer: {
    what: () => 'Nothing answered at this address within ten seconds.',
    advice:
      'A firewall may drop what is sent, or a router does not let machines at home use the address from outside.',
  },
  certificate_refused: {
    what: ({ seen }) => `The certificate of this address is not trusted (${seen}).`,
    advice:
      'Apps refuse it, often without a reason. Use one that is valid for this name, such as of Let’s Encrypt, with all certificates in between.',
  },
  redirected: {
    what: ({ seen }) => `The address leads elsewhere: ${seen}`,
    advice:
      'Many apps do not follow, or lose what they send. Type the address where it ends; if that is a page to sign in, let everything below /rest pass without it.',
  },
  gate_password: {
    what: ({ seen }) => `Something before the server asks for a password of its own (${seen}).`,
    advice:
      'Apps do not know that password. Let everything below /rest pass without it: app passwords protect it.',
  },
  gate_cannot_reach: {
    what: ({ seen }) => `The proxy answers, but does not reach the server (${seen}).`,
    advice: 'Check the address and port that the proxy hands requests to.',
  },
  wrong_path: {
    what: ({ seen }) => `The server is not at this path. It is at ${seen}`,
    advice: 'Type that address into the app.',
  },
  other_server: {
    what: ({ seen }) => `Another server answers at this address (${seen}).`,
    advice: 'Check the address, and what the proxy hands requests to.',
  },
  no_server: {
    what: ({ seen }) => `Something answers at this address (${seen}), but it does not speak to apps.`,
    advice: 'Check the path. A proxy has to hand on everything below /rest, not pages alone.',
  },
  query_lost: {
    what: () => 'What stands behind the question mark of addresses does not arrive.',
    advice: 'Let the proxy hand on the whole address with its query.',
  },
  form_lost: {
    what: () => 'What is sent as a form (POST) does not arrive.',
    advice: 'Let the proxy hand on bodies. A redirect from http to https loses them, too.',
  },
  post_refused: {
    what: ({ seen }) => `Sending forms (POST) is refused: ${seen}`,
    advice: 'Let the proxy take POST below /rest.',
  },
  head_refused: {
    what: ({ seen }) => `Asking for the head alone (HEAD) is refused: ${seen}`,
    advice: 'Few apps do so, mostly players that look how long a song is. Let the proxy take HEAD.',
  },
  view_refused: {
    what: ({ seen }) => `Addresses that end with .view are refused: ${seen}`,
    advice: 'Most apps use them. Let the proxy hand on everything below /rest.',
  },
  slashes_refused: {
    what: ({ seen }) => `Addresses with two slashes in a row are refused: ${seen}`,
    advice: 'Some apps make them when the address they are given ends with a slash. Leave that one out.',
  },
  long_address_refused: {
    what: ({ seen }) => `Long addresses are refused: ${seen}`,
    advice:
      'Saving a long queue or list would fail. In nginx: large_client_header_buffers 4 64k; in Apache: LimitRequestLine 65536.',
  },
  large_form_refused: {
    what: ({ seen }) => `Large forms are refused: ${seen}`,
    advice: 'Saving a long queue or list would fail. In nginx: client_max_body_size 16m.',
  },
  preflight_refused: {
    what: ({ seen }) => `Browsers are not told that pages of other addresses may ask (OPTIONS): ${seen}`,
    advice: 'Let the proxy hand on OPTIONS below /rest.',
  },
  cross_origin_lost: {
    what: () => 'The header that lets pages of other addresses in is taken away.',
    advice: 'Let the proxy keep Access-Control-Allow-Origin.',
  },
  cross_origin_doubled: {
    what: ({ seen }) => `The header that lets pages of other addresses in comes as: ${seen}`,
    advice: 'Browsers take it only as the server sends it. Do not add it in the proxy.',
  },
  headers_lost: {
    what: ({ seen, call }) => `Headers of ${call} do not arrive: ${seen}`,
    advice: 'Apps use them for lengths, seeking and paging. Let the proxy keep them.',
  },
  ranges_lost: {
    what: ({ seen }) => `Parts of a song cannot be asked for (${seen}).`,
    advice: 'Seeking and going on after a break would fail. Let the proxy keep Range, and not change sound.',
  },
  answer_changed: {
    what: ({ call, seen }) => `${call} works at the server, but not by this address: ${seen}`,
    advice: 'Something in between answers by itself or changes the answer.',
  },
  answer_of_another: {
    what: () => 'A wrong password is let in by this address: old answers are given again.',
    advice: 'Switch off the cache of the proxy below /rest. People could see what is not theirs.',
  },
  forwarded_scheme: {
    what: ({ seen }) => `The server does not know that it is asked by https; it calls itself ${seen}`,
    advice:
      'Links that it makes begin with http, which pages with https refuse (mixed content). Let the proxy send X-Forwarded-Proto and name it with --trusted-proxies.',
  },
  forwarded_host: {
    what: ({ seen }) => `The server does not know this name; it calls itself ${seen}`,
    advice: 'Links in its messages lead there. Let the proxy hand on Host.',
  },
  forwarded_path: {
    what: ({ seen }) => `The server does not know this path; it thinks it is at ${seen}`,
    advice: 'Links in its messages lead there. Start it with --base-path.',
  },
};

/** Texts of the page that replays what an app asks first. */
export const appCheck = {
  title: 'Try an app',
  link: 'Try what an app will meet',
  explanation:
    'The server asks itself what an app asks when it connects and reads the collection first: directly, and by the address you give. Nothing is changed, and no app password is needed.',
  app: 'App',
  apps,
  address: 'Address',
  addressTip: 'As it is typed into the app.',
  start: 'Try',
  busy: 'Trying…',
  fine: (app: string) => `Nothing that would keep ${app} from working was found.`,
  found: (count: number) => (count === 1 ? 'One thing was found.' : `${count} things were found.`),
  weights: { wrong: 'Will not work', doubtful: 'May not work', note: 'Good to know' } satisfies Record<
    AppFinding['weight'],
    string
  >,
  ways: {
    direct: (answered: number, calls: number) =>
      `The server itself: ${answered} of ${calls} calls answered well.`,
    address: (answered: number, calls: number) =>
      `By the address: ${answered} of ${calls} calls answered well.`,
  },
  results: 'What was found',
  findings,
  back: 'Apps',
} as const;
