/** The part of MediaCapabilities that tells of decoders. */
interface Decoders {
  decodingInfo(of: MediaDecodingConfiguration): Promise<{ readonly supported: boolean }>;
}

interface CanPlayDeps {
  readonly createElement: () => Pick<HTMLMediaElement, 'canPlayType'>;
  /** Of the browser; not there in every one. */
  readonly capabilities: Decoders | undefined;
  /** A type is played, or is not, other than was said at first. */
  readonly onNews: () => void;
}

/**
 * Whether this browser plays types of sound; each is asked about once. An element answers at once, and what the browser
 * says of its decoders a moment later is the last word; of some types it says nothing.
 */
export const createCanPlay = (deps: CanPlayDeps): ((type: string) => boolean) => {
  const answers = new Map<string, boolean>();
  let element: ReturnType<CanPlayDeps['createElement']> | null = null;
  const ask = async (contentType: string, first: boolean): Promise<void> => {
    try {
      const answer = await deps.capabilities?.decodingInfo({ type: 'file', audio: { contentType } });
      if (answer === undefined || answer.supported === first) return;
      answers.set(contentType, answer.supported);
      deps.onNews();
    } catch {
      // Firefox wants to be told of the coding too, of types that have but one: the element has answered.
    }
  };
  return (type) => {
    const known = answers.get(type);
    if (known !== undefined) return known;
    element ??= deps.createElement();
    const first = element.canPlayType(type) !== '';
    answers.set(type, first);
    void ask(type, first);
    return first;
  };
};
