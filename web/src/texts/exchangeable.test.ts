import { afterEach, describe, expect, it } from 'vitest';
import { app } from './en/app.ts';
import { collection } from './en/collection.ts';
import { lists } from './en/lists.ts';
import { menus } from './en/menus.ts';
import { palette } from './en/palette.ts';
import { player } from './en/player.ts';
import { settings } from './en/settings.ts';
import { exchangeable } from './exchangeable.ts';
import { setCatalogue, texts } from './index.ts';
import { pseudo } from './pseudo.ts';

afterEach(() => setCatalogue());

describe('a catalogue', () => {
  it('is read afresh each time, so that it can be exchanged', () => {
    const { texts: few, exchange } = exchangeable({
      hello: 'Hello',
      many: (count: number) => `${count} songs`,
    });
    expect(few.hello).toBe('Hello');
    exchange({ hello: 'Hallo', many: (count) => `${count} Lieder` });
    expect([few.hello, few.many(2)]).toEqual(['Hallo', '2 Lieder']);
    exchange();
    expect(few.hello).toBe('Hello');
  });

  it('reaches the page in another language', () => {
    setCatalogue(pseudo({ app, player, collection }));
    expect(texts.app.login).toBe('[Ļöğîñ~~]');
    expect(texts.collection.disc(1)).toContain('1');
  });

  it('has no empty text and no text that says the product was another', () => {
    const walk = (value: unknown, path: string): void => {
      if (typeof value === 'string') {
        expect(value.trim(), path).not.toBe('');
        expect(value, path).not.toMatch(/polaris/i);
      } else if (typeof value === 'object' && value !== null) {
        for (const [name, part] of Object.entries(value)) walk(part, `${path}.${name}`);
      }
    };
    walk({ app, player, collection, settings, menus, lists, palette }, 'texts');
  });
});
