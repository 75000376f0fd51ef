import { AppError } from '../../platform/app-error.ts';
import { assertNotLonger } from '../../platform/text/longest.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { addStation, changeStation, listStations, type RadioStation, removeStation } from './radio-store.ts';

/** Internet radio stations, the same for everybody. Whoever listens opens them; the server never does. */
export interface Radio {
  /** In the order in which they were made. */
  list(): Promise<readonly RadioStation[]>;
  /** @returns its id. @throws AppError invalid_station */
  add(station: Omit<RadioStation, 'id'>): Promise<number>;
  /** @throws AppError invalid_station, station_not_found */
  change(station: RadioStation): Promise<void>;
  /** @throws AppError station_not_found */
  remove(id: number): Promise<void>;
}

const mostBytes = 2000;

/** The address as it was typed, without blanks around it. @throws AppError invalid_station */
const checkedUrl = (typed: string, what: string): string => {
  const text = typed.trim();
  assertNotLonger({ text, what, mostBytes, code: 'invalid_station' });
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') {
    throw new AppError('invalid_station', `${what} must begin with http:// or https://.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError('invalid_station', `${what} cannot hold a name and a password: everybody sees it.`);
  }
  return text;
};

const checked = ({ name, streamUrl, homePageUrl }: Omit<RadioStation, 'id'>): Omit<RadioStation, 'id'> => {
  const text = name.trim();
  if (text === '') throw new AppError('invalid_station', 'Please give the station a name.');
  assertNotLonger({ text, what: 'The name', mostBytes, code: 'invalid_station' });
  const home = homePageUrl?.trim() ?? '';
  return {
    name: text,
    streamUrl: checkedUrl(streamUrl, 'The address of the stream'),
    homePageUrl: home === '' ? null : checkedUrl(home, 'The address of the home page'),
  };
};

const noSuchStation = (): AppError => new AppError('station_not_found', 'There is no such radio station.');

/** Keeps them in `state.db`. */
export const createRadio = ({ query }: Pick<StateAccess, 'query'>): Radio => ({
  list: () => listStations(query),
  add: async (station) => addStation(query, checked(station)),
  change: async (station) => {
    if (!(await changeStation(query, { id: station.id, ...checked(station) }))) throw noSuchStation();
  },
  remove: async (id) => {
    if (!(await removeStation(query, id))) throw noSuchStation();
  },
});
