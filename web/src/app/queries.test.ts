import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueries } from './queries.ts';

/** A list that a screen shows, whose answers come when they are told to. */
const shownList = () => {
  const queries = createQueries();
  const answers: ((list: string[]) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['list'],
    queryFn: () => new Promise<string[]>((answer) => answers.push(answer)),
  });
  const leave = observer.subscribe(() => {});
  const asked = async (times: number) => {
    await expect.poll(() => answers.length).toBe(times);
    return answers.at(-1) ?? expect.unreachable();
  };
  return { queries, observer, asked, leave };
};

it('asks again for what was asked for the first time when it changed', async () => {
  const { queries, observer, asked, leave } = shownList();
  const answerFirst = await asked(1);
  const isFresh = queries.invalidateQueries({ queryKey: ['list'] });
  answerFirst([]);
  const answerSecond = await asked(2);
  answerSecond(['Brought back']);
  await isFresh;
  expect(observer.getCurrentResult().data).toEqual(['Brought back']);
  leave();
});

it('asks once where the answer was there', async () => {
  const { queries, observer, asked, leave } = shownList();
  (await asked(1))(['a']);
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['a']);
  const isFresh = queries.invalidateQueries({ queryKey: ['list'] });
  (await asked(2))(['b']);
  await isFresh;
  await asked(2);
  expect(observer.getCurrentResult().data).toEqual(['b']);
  leave();
});

it('waits for nothing where nobody wants it', async () => {
  const { queries, asked, leave } = shownList();
  await asked(1);
  await queries.invalidateQueries({ queryKey: ['list'], refetchType: 'none' });
  await asked(1);
  leave();
});
