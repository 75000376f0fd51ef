import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CorrectionKind, WholeAlbum } from '@tonearm/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { albumQuery } from '../../api/music.ts';
import { correctionsQuery, makeCorrection, undoCorrection } from '../../api/running/corrections.ts';
import { sentenceOf } from '../../api/sentence-of.ts';
import { correctionTexts } from '../../texts/corrections.ts';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { showToast } from '../../ui/layers/toast-store.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './correct.module.css';
import { CorrectionFields } from './correction-fields.tsx';
import { correctionOf, type Draft, draftOf, kindsOf } from './drafts.ts';
import type { CorrectSubject } from './subject.ts';

/** Says of an album, artist, genre or song what its files do not; for administrators. */
export function CorrectDialog(props: {
  readonly subject: CorrectSubject;
  readonly onClose: () => void;
}): ReactNode {
  const { subject, onClose } = props;
  return (
    <Dialog title={correctionTexts.titleOf(subject.name)} closeLabel={texts.app.close} onClose={onClose}>
      {subject.kind === 'album' ? (
        <AlbumForm id={subject.id} {...props} />
      ) : (
        <CorrectForm before={draftOf(subject)} {...props} />
      )}
    </Dialog>
  );
}

interface FormProps {
  readonly subject: CorrectSubject;
  readonly onClose: () => void;
}

/** The fields show what is said of the album now. */
function AlbumForm({ id, ...props }: FormProps & { readonly id: string }) {
  const { data } = useQuery(albumQuery(id));
  if (!data) return <Skeleton label={texts.app.loading} />;
  return <CorrectForm before={draftOf(props.subject, data)} album={data} {...props} />;
}

function CorrectForm(props: FormProps & { readonly before: Draft; readonly album?: WholeAlbum }) {
  const { subject, album, onClose } = props;
  const [before] = useState(props.before);
  const [draft, setDraft] = useState(before);
  const kinds = kindsOf(subject);
  const [kind, setKind] = useState<CorrectionKind>(kinds[0] ?? 'hide_songs');
  const { isBusy, problem, setProblem, save } = useSaving(onClose);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const correction = correctionOf(subject, kind, { draft, before });
    if (correction === null) setProblem(correctionTexts.nothingToSay);
    else if (!isBusy) void save(correction);
  };
  return (
    <form className={styles['form']} onSubmit={onSubmit}>
      <Select
        label={correctionTexts.what}
        value={kind}
        options={kinds.map((value) => ({ value, label: correctionTexts.kinds[value] }))}
        onValueChange={(value) => {
          setKind(value);
          setProblem('');
        }}
      />
      <CorrectionFields
        kind={kind}
        draft={draft}
        songs={album?.songs ?? []}
        onEdit={(change) => setDraft({ ...draft, ...change })}
      />
      <p className={styles['note']}>{correctionTexts.intro}</p>
      <p role="alert" className={styles['failed']}>
        {problem}
      </p>
      <div className={styles['actions']}>
        <Button type="submit" variant="primary" needsServer disabled={isBusy}>
          {isBusy ? correctionTexts.saving : correctionTexts.save}
        </Button>
      </div>
    </form>
  );
}

function useSaving(onClose: () => void) {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const listsChanged = () => queries.invalidateQueries(correctionsQuery());
  const takeBack = async (id: number) => {
    try {
      await undoCorrection(id);
      await listsChanged();
    } catch {
      showToast({ message: correctionTexts.notTakenBack });
    }
  };
  const save = async (correction: Parameters<typeof makeCorrection>[0]) => {
    setIsBusy(true);
    setProblem('');
    try {
      const id = await makeCorrection(correction);
      void listsChanged();
      const undo = { label: texts.app.undo, onSelect: () => void takeBack(id) };
      showToast({ message: correctionTexts.saved, topic: 'correction', action: undo });
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, problem, setProblem, save };
}
