import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createScanWishes, type ScanWish } from './scan-wishes.ts';

const path = fc.constantFrom('M/a', 'M/b', 'M/c');
const step = fc.oneof(
  fc.record({ kind: fc.constant('everything' as const) }),
  fc.record({ kind: fc.constant('settle' as const) }),
  fc.record({ kind: fc.constant('clear' as const) }),
  fc.record({ kind: fc.constant('giveBack' as const) }),
  fc.record({ kind: fc.constant('take' as const) }),
  fc.record({ kind: fc.constant('folders' as const), paths: fc.array(path) }),
  fc.record({ kind: fc.constant('retry' as const), paths: fc.option(fc.array(path)) }),
  fc.record({ kind: fc.constant('forget' as const), source: fc.constantFrom('M', 'N') }),
);

const emptyModel = () => ({
  isAsked: false,
  isEverything: false,
  folders: new Set<string>(),
  retried: new Set<string>(),
  isAllRetried: false,
});

it('hands out what was asked for since the last time, and keeps what only a scan of everything can do', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const wishes = createScanWishes();
      let model = emptyModel();
      let forgotten = new Set<string>();
      let last: ScanWish = { folders: null, forget: [], retry: [] };
      for (const one of [...steps, { kind: 'take' as const }]) {
        switch (one.kind) {
          case 'everything':
            wishes.everything();
            model = { ...model, isAsked: true, isEverything: true };
            break;
          case 'settle':
            wishes.settle();
            model = { ...model, isAsked: true };
            break;
          case 'clear':
            wishes.clear();
            model = emptyModel();
            forgotten = new Set();
            break;
          case 'giveBack':
            wishes.giveBack(last);
            forgotten = new Set([...forgotten, ...last.forget]);
            break;
          case 'folders':
            wishes.folders(one.paths);
            model.isAsked ||= one.paths.length > 0;
            model.folders = new Set([...model.folders, ...one.paths]);
            break;
          case 'retry':
            wishes.retry(one.paths);
            model.isAsked ||= one.paths === null || one.paths.length > 0;
            model.isEverything ||= one.paths === null;
            model.isAllRetried ||= one.paths === null;
            model.folders = new Set([...model.folders, ...(one.paths ?? [])]);
            model.retried = new Set([...model.retried, ...(one.paths ?? [])]);
            break;
          case 'forget':
            wishes.forget(one.source);
            model = { ...model, isAsked: true, isEverything: true };
            forgotten = new Set([...forgotten, one.source]);
            break;
          case 'take': {
            expect(wishes.hasAny()).toBe(model.isAsked);
            const taken = wishes.take();
            const expected: ScanWish | null = model.isAsked
              ? {
                  folders: model.isEverything ? null : [...model.folders],
                  forget: model.isEverything ? [...forgotten] : [],
                  retry: model.isAllRetried ? null : [...model.retried],
                }
              : null;
            expect(taken).toEqual(expected);
            if (taken === null) break;
            last = taken;
            if (model.isEverything) forgotten = new Set();
            model = emptyModel();
          }
        }
      }
    }),
    { numRuns: 500 },
  );
});

it('looks at everything where more than 2,000 folders are asked for', () => {
  for (const [count, areListed] of [
    [2_000, true],
    [2_001, false],
  ] as const) {
    const wishes = createScanWishes();
    wishes.folders(Array.from({ length: count }, (_, at) => `M/${at}`));
    expect(wishes.take()?.folders?.length).toBe(areListed ? count : undefined);
  }
});
