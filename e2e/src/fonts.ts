import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The letters of every journey, whatever fonts the machine has. */
export const journeyFont = 'Open Sans';

/** The weights that the product's styles come down to: normal, medium and bold. */
const weights = ['400Regular', '600SemiBold', '700Bold'];

const manifest = fileURLToPath(import.meta.resolve('@expo-google-fonts/open-sans/package.json'));

/** Where it lies: what a browser that keeps its pages in a cage has to let them read. */
export const fontFolder = dirname(manifest);

const cacheFolder = join(import.meta.dirname, '..', '..', '.cache', 'fonts');

const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

/** Everything is the journeys' font: families that pages ask for by name, and what browsers mean by "system". */
const configuration = (): string => {
  const folders = weights.map((weight) => `<dir>${escapeXml(join(fontFolder, weight))}</dir>`);
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  ${folders.join('\n  ')}
  <cachedir>${escapeXml(cacheFolder)}</cachedir>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`;
};

/**
 * Hides the machine's fonts from a browser that is started with this environment (fontconfig, as on Linux; other
 * systems ignore it), so that a line is as long and a letter as black on every machine.
 */
export const fontEnvironment = (): { readonly FONTCONFIG_FILE: string } => {
  mkdirSync(cacheFolder, { recursive: true });
  const file = join(cacheFolder, 'fonts.conf');
  // Two journeys write it at a time; neither may read half of it.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, configuration());
  renameSync(draft, file);
  return { FONTCONFIG_FILE: file };
};
