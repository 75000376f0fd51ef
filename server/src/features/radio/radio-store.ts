import type { StateQuery } from '../../state/state-access.ts';

/** An internet radio station. */
export interface RadioStation {
  readonly id: number;
  readonly name: string;
  readonly streamUrl: string;
  readonly homePageUrl: string | null;
}

const columns = ['id', 'name', 'stream_url as streamUrl', 'home_page_url as homePageUrl'] as const;

/** In the order in which they were made. */
export const listStations = (query: StateQuery): Promise<RadioStation[]> =>
  query.selectFrom('radio_stations').select(columns).orderBy('id').execute();

export const addStation = async (
  query: StateQuery,
  { name, streamUrl, homePageUrl }: Omit<RadioStation, 'id'>,
): Promise<number> => {
  const { id } = await query
    .insertInto('radio_stations')
    .values({ name, stream_url: streamUrl, home_page_url: homePageUrl })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** @returns whether there is such a station */
export const changeStation = async (query: StateQuery, station: RadioStation): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('radio_stations')
    .set({ name: station.name, stream_url: station.streamUrl, home_page_url: station.homePageUrl })
    .where('id', '=', station.id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** @returns whether there was such a station */
export const removeStation = async (query: StateQuery, id: number): Promise<boolean> => {
  const { numDeletedRows } = await query.deleteFrom('radio_stations').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
};
