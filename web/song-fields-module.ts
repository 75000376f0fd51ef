import { isNumber, wiredFields } from '@tonearm/contract/song-fields';

const isText = ({ kind }: (typeof wiredFields)[number]): boolean => !isNumber(kind);
const wiresOf = (fields: typeof wiredFields): string[] => fields.map(({ wire }) => wire);

const texts = ['path', 'artwork', ...wiresOf(wiredFields.filter(isText))];
const numbers = [...wiresOf(wiredFields.filter((field) => !isText(field))), 'duration'];

/** The text of `virtual:song-names`. */
export const songNamesModule = (): string =>
  `export const songNames = ${JSON.stringify([...texts, ...numbers])};`;

/**
 * The text of `virtual:song-fields`. The maker of songs is written out: an object with all its fields at once
 * takes a third of the time of one that is filled field by field, and queues are long.
 */
export const songFieldsModule = (): string => {
  const members = [
    ...texts.map((name, place) => `${name}: text${place}(at)${name === 'path' ? " ?? ''" : ''}`),
    ...numbers.map((name, place) => `${name}: number${place}(at)`),
  ];
  return `
    export const textFields = ${JSON.stringify(texts)};
    export const numberFields = ${JSON.stringify(numbers)};
    export const songMaker = (textOf, numberOf) => {
      const [${texts.map((_, place) => `text${place}`).join()}] = textFields.map(textOf);
      const [${numbers.map((_, place) => `number${place}`).join()}] = numberFields.map(numberOf);
      return (at) => ({ ${members.join()} });
    };`;
};
