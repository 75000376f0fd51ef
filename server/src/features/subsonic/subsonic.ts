import type { AppScheme } from '@tonearm/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { type Caller, type Context, type Handlers, isAnswered } from './call.ts';
import { calls, type Declaration, emptyAnswers, refusals } from './calls.ts';
import { type CappedForm, tellCapped } from './capped-songs.ts';
import { assertTaken, type Credentials, credentialsOf, signInFailure } from './credentials.ts';
import { readParameters, type SentParameters } from './parameters.ts';
import { cutTo, type Profile, profileOf } from './profiles.ts';
import { codes, ProtocolError } from './protocol-error.ts';
import type { Format } from './wire/envelope.ts';
import type { Node } from './wire/tree.ts';

/** A request that was understood so far: which call, how it is to be answered, what was sent. */
export interface Reached {
  readonly name: string;
  readonly isKnown: boolean;
  readonly takesJson: boolean;
  readonly hasPlainStatuses: boolean;
  readonly format: Format;
  /** What this app takes no more than; null for all that there is. */
  readonly profile: Profile | null;
  /** What is wrong with the way in which it is to be answered. */
  readonly formatTrouble: ProtocolError | null;
  readonly sent: SentParameters;
}

/** What the protocol asks of app passwords. */
export interface SignIn {
  identify(credentials: Credentials): Promise<Caller | 'wrong' | 'lost-key'>;
  noteUse(appId: number, client: string): void;
}

/** Settings of the protocol as they are now. */
export interface SubsonicSettings {
  readonly subsonic_enabled: boolean;
  readonly subsonic_schemes: readonly AppScheme[];
}

/** The protocol, told from the network. */
export interface Subsonic {
  readonly serverVersion: string;
  reach(name: string, sent: SentParameters): Reached;
  /**
   * Answers a call that is known.
   * @returns what stands under the envelope; null when the handler has answered by itself
   * @throws ProtocolError and AppError
   */
  answer(
    reached: Reached,
    context: Omit<Context, 'caller' | 'client'> & { readonly address: string },
  ): Promise<Node | null>;
}

/** A JavaScript name, dots allowed. */
const callbackForm = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;
const longestCallback = 128;

const formatOf = (sent: SentParameters): Pick<Reached, 'format' | 'formatTrouble'> => {
  const [wanted] = sent.getAll('f');
  if (wanted === 'json') return { format: { kind: 'json' }, formatTrouble: null };
  if (wanted !== 'jsonp') return { format: { kind: 'xml' }, formatTrouble: null };
  const callback = sent.getAll('callback').find((name) => name !== '');
  if (callback === undefined)
    return {
      format: { kind: 'json' },
      formatTrouble: new ProtocolError(codes.parameterMissing, 'The parameter callback is missing.'),
    };
  if (callback.length > longestCallback || !callbackForm.test(callback))
    return {
      format: { kind: 'json' },
      formatTrouble: new ProtocolError(codes.other, 'The parameter callback has to be a JavaScript name.'),
    };
  return { format: { kind: 'jsonp', callback }, formatTrouble: null };
};

/** Versions of the protocol with this number before the first dot are spoken. */
const major = 1;
const assumedVersion = '1.16.1';

const assertVersion = (version: string): void => {
  // What stands behind the first dot says nothing here: some apps tell of a beta, or put a blank behind.
  const match = /^ *v?(\d{1,6})(?![^. ])/i.exec(version);
  if (match === null) throw new ProtocolError(codes.other, 'The parameter v has to be a version, as 1.16.1.');
  const theirs = Number(match[1]);
  if (theirs < major)
    throw new ProtocolError(codes.clientTooOld, 'This app speaks an older protocol. Please update it.');
  if (theirs > major)
    throw new ProtocolError(codes.serverTooOld, 'This app speaks a newer protocol than this server.');
};

/** How often wrong credentials are told to the log, in milliseconds. */
const tellEveryMs = 10_000;

const createFailureLog = ({ clock, log }: { clock: Pick<Clock, 'monotonicMs'>; log: Log }) => {
  let lastMs = Number.NEGATIVE_INFINITY;
  let untold = 0;
  return (address: string): void => {
    untold += 1;
    const nowMs = clock.monotonicMs();
    if (nowMs - lastMs < tellEveryMs) return;
    log.warn('apps were not let in', { address, count: untold });
    lastMs = nowMs;
    untold = 0;
  };
};

const empty: Readonly<Record<string, Node>> = emptyAnswers;

const versionOf = (sent: SentParameters): string =>
  sent.getAll('v').find((value) => value !== '') ?? assumedVersion;

const givenClientOf = (sent: SentParameters): string | undefined =>
  sent.getAll('c').find((name) => name !== '');

const clientOf = (sent: SentParameters): string => {
  const client = givenClientOf(sent);
  if (client === undefined)
    throw new ProtocolError(codes.parameterMissing, 'The parameter c is missing: what is this app called?');
  return client;
};

const declarations: Readonly<Record<string, Declaration | undefined>> = calls;

const declared = (name: string): Declaration | undefined =>
  Object.hasOwn(calls, name) ? declarations[name] : undefined;

/** Adds what the limit of the app makes of songs, and leaves out what the app cannot take. */
const createFitting =
  ({ cappedForm, whenConvertingKnown }: Pick<SubsonicDeps, 'cappedForm' | 'whenConvertingKnown'>) =>
  async ({ name, profile }: Reached, { maxBitRate }: Caller, node: Node): Promise<Node> => {
    const answer = declarations[name]?.answer ?? null;
    if (answer === null || answer === 'bytes') return node;
    const under = node[answer.key];
    if (under === undefined) return node;
    // Right after a start it is not: apps keep what they are told.
    if (maxBitRate !== null) await whenConvertingKnown();
    const told =
      maxBitRate === null ? under : tellCapped(under, answer.shape, (kbps) => cappedForm(kbps, maxBitRate));
    return { [answer.key]: profile === null ? told : cutTo(profile, answer.shape, told) };
  };

interface SubsonicDeps {
  readonly serverVersion: string;
  readonly handlers: Handlers;
  readonly signIn: SignIn;
  readonly settings: () => SubsonicSettings;
  /** What a song of so many kilobits a second is converted to by a limit; null where it is not. */
  readonly cappedForm: (kbps: number | null, mostKbps: number) => CappedForm | null;
  /** Resolves when it is known what songs can be converted into. */
  readonly whenConvertingKnown: () => Promise<void>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Log;
}

type AnyHandler = (call: object) => Promise<Node | typeof isAnswered>;

const createDispatch =
  (handlers: Readonly<Record<string, AnyHandler>>) =>
  async ({ name, sent }: Reached, context: Context): Promise<Node | typeof isAnswered> => {
    const refusal = refusals.get(name);
    if (refusal !== undefined) {
      const { code, message, ...where } = refusal;
      throw new ProtocolError(code, message, where);
    }
    const nothing = empty[name];
    if (nothing !== undefined) return nothing;
    const declaration = declarations[name] as Declaration;
    if (declaration.access === 'admin' && !context.caller.mayAdminister)
      throw new ProtocolError(codes.notAllowed, 'Only an app that may administer may do this.');
    if (declaration.takesJson === true && context.exchange.request.method !== 'POST')
      throw new ProtocolError(codes.other, 'This call has to be a POST with JSON.', { plainStatus: 405 });
    const parameters = readParameters(declaration.parameters, sent);
    return await (handlers[name] as AnyHandler)({ ...context, parameters });
  };

/** @see Subsonic */
export const createSubsonic = (deps: SubsonicDeps): Subsonic => {
  const { signIn, settings } = deps;
  const noteFailure = createFailureLog(deps);
  const handlers = deps.handlers as unknown as Readonly<Record<string, AnyHandler>>;
  const dispatch = createDispatch(handlers);
  const fit = createFitting(deps);

  const admit = async (sent: SentParameters, address: string): Promise<Caller> => {
    const credentials = credentialsOf(sent);
    assertTaken(credentials.scheme, settings().subsonic_schemes);
    const found = await signIn.identify(credentials);
    if (typeof found !== 'string') return found;
    noteFailure(address);
    throw signInFailure(found, credentials.scheme);
  };

  return {
    serverVersion: deps.serverVersion,
    reach: (name, sent) => {
      const format = formatOf(sent);
      const isXml = format.format.kind === 'xml';
      return {
        name,
        isKnown: Object.hasOwn(calls, name) || Object.hasOwn(emptyAnswers, name) || refusals.has(name),
        takesJson: declared(name)?.takesJson === true,
        hasPlainStatuses: declared(name)?.hasPlainStatuses === true,
        sent,
        profile: profileOf({ client: givenClientOf(sent) ?? '', version: versionOf(sent), isXml }),
        ...format,
      };
    },
    answer: async (reached, { address, ...context }) => {
      const { sent, name } = reached;
      if (reached.formatTrouble !== null) throw reached.formatTrouble;
      if (!settings().subsonic_enabled)
        throw new ProtocolError(codes.notAllowed, 'This server does not let apps in at present.');
      if (Object.hasOwn(calls, name) && declarations[name]?.access === 'anyone')
        return (await (handlers[name] as AnyHandler)({ ...context, parameters: {} })) as Node;
      assertVersion(versionOf(sent));
      const client = clientOf(sent);
      const caller = await admit(sent, address);
      signIn.noteUse(caller.appId, client);
      const result = await dispatch(reached, { ...context, caller, client });
      return result === isAnswered ? null : await fit(reached, caller, result as Node);
    },
  };
};
