import { type Answer, answerWith, type Call, type Route, route } from '../../http/route.ts';
import type { PathEntry, PathLists, SongDetails } from '../../library/read/library-reading.ts';
import { arrayTexts, songListTexts, streamed } from './song-list-json.ts';

/** Answers JSON that is made while it is sent; a HEAD request reads nothing of it. */
export const answerStreamed = (texts: AsyncIterable<string>, call: Pick<Call<never>, 'request'>): Answer =>
  answerWith({ encodedJson: call.request.method === 'HEAD' ? '' : streamed(texts) });

const entryJson = ({ path, isDirectory }: PathEntry): string =>
  JSON.stringify({ path, is_directory: isDirectory });

async function* detailsOf(
  parts: readonly { readonly json: Buffer }[],
  details: SongDetails,
): AsyncGenerator<string> {
  const notFound: string[] = [];
  let isEmpty = true;
  yield '{"songs":[';
  for (const { json } of parts) {
    const paths = JSON.parse(json.toString()) as string[];
    const texts = await details.findTexts(paths);
    const found = texts.filter((text, at) => {
      if (text === null) notFound.push(paths[at] ?? '');
      return text !== null;
    });
    if (found.length > 0) yield `${isEmpty ? '' : ','}${found.join(',')}`;
    isEmpty &&= found.length === 0;
  }
  yield `],"not_found":${JSON.stringify(notFound)}}`;
}

/** Browse, flatten and details of songs, as version 8 has them. */
export const createCollectionV8Routes = (deps: { paths: PathLists; details: SongDetails }): Route[] => [
  route('browseV8', async (call) =>
    answerStreamed(arrayTexts(await deps.paths.browse(call.parameter), entryJson), call),
  ),
  route('flattenV8', async (call) =>
    answerStreamed(songListTexts(await deps.paths.flatten(call.parameter), deps.details), call),
  ),
  route('getSongs', async ({ list }) => {
    // All of it before the answer begins: a body that breaks off must be refused.
    const parts: { readonly json: Buffer }[] = [];
    for await (const part of list) parts.push(part);
    return answerWith({ encodedJson: streamed(detailsOf(parts, deps.details)) });
  }),
];
