import { type Route, route } from '../../http/route.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Radio } from './radio.ts';

const idOf = (parameter: string): number => {
  if (/^\d{1,15}$/.test(parameter)) return Number(parameter);
  throw new AppError('station_not_found', 'There is no such radio station.');
};

const stationOf = (body: { name: string; stream_url: string; home_page_url: string | null }) => ({
  name: body.name,
  streamUrl: body.stream_url,
  homePageUrl: body.home_page_url,
});

/** The calls of radio stations. */
export const createRadioRoutes = ({ radio }: { radio: Radio }): Route[] => [
  route('listRadioStations', async () =>
    (await radio.list()).map(({ id, name, streamUrl, homePageUrl }) => ({
      id,
      name,
      stream_url: streamUrl,
      home_page_url: homePageUrl,
    })),
  ),
  route('addRadioStation', async ({ body }) => ({ id: await radio.add(stationOf(body)) })),
  route('changeRadioStation', async ({ parameter, body }) => {
    await radio.change({ id: idOf(parameter), ...stationOf(body) });
  }),
  route('removeRadioStation', async ({ parameter }) => {
    await radio.remove(idOf(parameter));
  }),
];
