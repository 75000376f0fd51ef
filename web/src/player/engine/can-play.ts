/** Whether this browser plays types of sound; each is asked about once. */
export const createCanPlay = (
  createElement: () => Pick<HTMLMediaElement, 'canPlayType'>,
): ((type: string) => boolean) => {
  const answers = new Map<string, boolean>();
  let element: ReturnType<typeof createElement> | null = null;
  return (type) => {
    const known = answers.get(type);
    if (known !== undefined) return known;
    element ??= createElement();
    const answer = element.canPlayType(type) !== '';
    answers.set(type, answer);
    return answer;
  };
};
