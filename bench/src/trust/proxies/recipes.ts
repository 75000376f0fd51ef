import { blocksOf, readPage } from '../guide/pages.ts';

/** A recipe of the page, as it stands there. */
export interface Recipe {
  /** Language of its block, which names the proxy. */
  readonly proxy: ProxyName;
  /** '' at the root of a host, or `/music`. */
  readonly basePath: string;
  readonly text: string;
}

/** The proxies of the page, as their blocks are called. */
export const proxyNames = ['nginx', 'caddy', 'haproxy', 'apache'] as const;
export type ProxyName = (typeof proxyNames)[number];

const page = 'docs/guide/proxy.md';

/** Every recipe of the page on reverse proxies. */
export const readRecipes = (): Recipe[] =>
  blocksOf(readPage(page)).flatMap(({ language, headings, text }) => {
    const proxy = proxyNames.find((name) => name === language);
    if (proxy === undefined) return [];
    return [{ proxy, basePath: headings.at(-1)?.endsWith('below /music') === true ? '/music' : '', text }];
  });

/** The flags that the page gives the server for a recipe. */
export const flagsFor = ({ basePath }: Recipe): string[] => {
  const lines = blocksOf(readPage(page)).filter(({ language }) => language === 'sh');
  const line = lines.find(({ text }) => text.includes('--base-path') === (basePath !== ''));
  return (line?.text ?? '').replace(/^npm start -- /, '').split(' ');
};

/** What of a recipe is put in the place of the machine it is written for. */
export interface Stage {
  readonly publicPort: number;
  readonly productPort: number;
  readonly certificate: string;
  readonly key: string;
  /** Certificate and key in one file. */
  readonly both: string;
}

/** Puts ports and files of the check in the place of those of the page; nothing else is changed. */
export const stageRecipe = ({ text }: Recipe, stage: Stage): string =>
  text
    .replaceAll('127.0.0.1:5050', `127.0.0.1:${stage.productPort}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${stage.publicPort} ssl`)
    .replace('listen [::]:443 ssl', `listen [::1]:${stage.publicPort} ssl`)
    .replace('*:443', `127.0.0.1:${stage.publicPort}`)
    .replace('bind :443', `bind 127.0.0.1:${stage.publicPort}`)
    .replace(
      /^music\.example\.org \{/m,
      `https://music.example.org:${stage.publicPort} {\n  bind 127.0.0.1\n  tls ${stage.certificate} ${stage.key}`,
    )
    .replaceAll('/etc/letsencrypt/live/music.example.org/fullchain.pem', stage.certificate)
    .replaceAll('/etc/letsencrypt/live/music.example.org/privkey.pem', stage.key)
    .replaceAll('/etc/haproxy/certs/music.example.org.pem', stage.both);
