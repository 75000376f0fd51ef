import { useQuery } from '@tanstack/react-query';
import type { Diagnostics } from '@tonearm/contract';
import { diagnosticsOptions } from '../../../api/running/server-care.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatWhen } from '../../../lib/format-when.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { LoadState } from '../load-state.tsx';
import { Problem, Section } from '../section.tsx';
import { Fact } from './fact.tsx';
import styles from './server-tab.module.css';

/** Versions, sizes, room, and what waits. */
export function DiagnosticsSection() {
  const diagnostics = useQuery(diagnosticsOptions());
  const text = settingsTexts.care.diagnostics;
  return (
    <Section title={text.title}>
      {diagnostics.data ? <Facts seen={diagnostics.data} /> : <LoadState queries={[diagnostics]} />}
    </Section>
  );
}

function sizeOf(name: Diagnostics['databases'][number]['name'], { databases }: Diagnostics): string {
  const found = databases.find((database) => database.name === name);
  return found === undefined ? '' : formatBytes(found.size_bytes + found.log_bytes);
}

function watchingOf({ watching }: Diagnostics): string {
  const text = settingsTexts.care.diagnostics;
  const words = text.modes[watching.mode];
  return watching.unwatched_count === 0 ? words : `${words}, ${text.unwatched(watching.unwatched_count)}`;
}

function Facts({ seen }: { readonly seen: Diagnostics }) {
  const text = settingsTexts.care.diagnostics;
  const { versions, storage, outbox, reclaimable, state_written_back_at: writtenBackAt } = seen;
  const room = storage.free_bytes === null ? null : formatBytes(storage.free_bytes);
  const facts: readonly (readonly [string, string])[] = [
    [text.version, versions.tonearm],
    [text.system, `${versions.system} · Node.js ${versions.node} · SQLite ${versions.sqlite}`],
    [text.started, formatWhen(seen.started_at, Date.now())],
    [text.memory, formatBytes(seen.memory_bytes)],
    [text.state, sizeOf('state.db', seen)],
    [text.library, sizeOf('library.db', seen)],
    [text.room, room ?? text.unknown],
    [text.watching, watchingOf(seen)],
    [text.outbox, text.waiting(outbox.waiting, outbox.refused)],
  ];
  return (
    <>
      <Problem>{storage.is_low && room !== null && text.low(room)}</Problem>
      <Problem>{writtenBackAt !== null && text.writtenBack(formatWhen(writtenBackAt, Date.now()))}</Problem>
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      {reclaimable.length > 0 && (
        <div>
          <p>{text.reclaimable}</p>
          <ul>
            {reclaimable.map(({ kind, count, size_bytes: size }) => (
              <li key={kind}>{text.reclaimed(text.kinds[kind](count), formatBytes(size))}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
