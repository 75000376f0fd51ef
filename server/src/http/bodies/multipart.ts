/** A part of a form. */
export interface FormPart {
  /** The name of its field. */
  readonly name: string;
  readonly bytes: Buffer;
}

const blankLine = Buffer.from('\r\n\r\n');

/** The boundary that a content type names; null when it is no form. */
export const boundaryOf = (contentType: string | undefined): string | null => {
  const match = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i.exec(
    contentType ?? '',
  );
  return match?.[1] ?? match?.[2] ?? null;
};

/** Browsers write what would end the name of a field in this way. */
const unescaped = (name: string): string => name.replace(/%22/g, '"').replace(/%0D%0A/gi, '\n');

const nameIn = (head: string): string | null => {
  const line = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head)?.[1];
  const match = /(?:^|;)\s*name=(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(line ?? '');
  const name = match?.[1]?.replace(/\\(["\\])/g, '$1') ?? match?.[2];
  return name === undefined ? null : unescaped(name);
};

/**
 * The parts of a form, in order. They share the memory of the body.
 * @returns null for what is no whole form, or has more parts than `most`
 * @see RFC 7578
 */
export const readForm = (body: Buffer, boundary: string, most: number): FormPart[] | null => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: FormPart[] = [];
  // The first delimiter may stand at the very beginning.
  let at = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2))
    ? delimiter.length - 2
    : body.indexOf(delimiter) + delimiter.length;
  if (at < delimiter.length - 2) return null;
  while (body.toString('latin1', at, at + 2) !== '--') {
    if (body.toString('latin1', at, at + 2) !== '\r\n' || parts.length >= most) return null;
    const headEnd = body.indexOf(blankLine, at);
    const end = body.indexOf(delimiter, headEnd === -1 ? body.length : headEnd + 2);
    if (headEnd === -1 || end === -1) return null;
    const name = nameIn(body.toString('utf8', at + 2, headEnd));
    if (name === null) return null;
    parts.push({ name, bytes: body.subarray(Math.min(headEnd + blankLine.length, end), end) });
    at = end + delimiter.length;
  }
  return parts;
};
