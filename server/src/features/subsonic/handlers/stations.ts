import type { Handlers } from '../call.ts';
import { itemOf, wireId } from '../ids.ts';
import { notFound } from '../protocol-error.ts';

interface KeptStation {
  readonly id: number;
  readonly name: string;
  readonly streamUrl: string;
  readonly homePageUrl: string | null;
}

/** What radio stations stand on. */
export interface StationsDeps {
  readonly radio: {
    list(): Promise<readonly KeptStation[]>;
    add(station: Omit<KeptStation, 'id'>): Promise<unknown>;
    change(station: KeptStation): Promise<void>;
    remove(id: number): Promise<void>;
  };
}

const lengthOfIds = 22;

const stationIdOf = (text: string): number => {
  const item = itemOf(text);
  const id = item?.kind === 'station' && /^\d+$/.test(item.id) ? Number(item.id) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw notFound('radio station');
  return id;
};

type StationCalls =
  | 'getInternetRadioStations'
  | 'createInternetRadioStation'
  | 'updateInternetRadioStation'
  | 'deleteInternetRadioStation';

const typed = (parameters: { streamUrl: string; name: string; homepageUrl: string | undefined }) => ({
  name: parameters.name,
  streamUrl: parameters.streamUrl,
  homePageUrl: parameters.homepageUrl ?? null,
});

/** Radio stations, the same for everybody. */
export const createStationHandlers = ({ radio }: StationsDeps): Pick<Handlers, StationCalls> => ({
  getInternetRadioStations: async () => ({
    internetRadioStations: {
      internetRadioStation: (await radio.list()).map((station) => ({
        id: wireId('station', String(station.id).padStart(lengthOfIds, '0')),
        name: station.name,
        streamUrl: station.streamUrl,
        // As REST 1.16.1 spells it, and as OpenSubsonic does.
        homePageUrl: station.homePageUrl ?? undefined,
        homepageUrl: station.homePageUrl ?? undefined,
      })),
    },
  }),
  createInternetRadioStation: async ({ parameters }) => {
    await radio.add(typed(parameters));
    return {};
  },
  updateInternetRadioStation: async ({ parameters }) => {
    await radio.change({ id: stationIdOf(parameters.id), ...typed(parameters) });
    return {};
  },
  deleteInternetRadioStation: async ({ parameters }) => {
    await radio.remove(stationIdOf(parameters.id));
    return {};
  },
});
