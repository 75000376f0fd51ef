import type { MusicRules, MusicRulesTrial } from '@tonearm/contract';
import { useState } from 'react';
import { putMusicRules, tryMusicRules } from '../../../api/settings.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import forms from '../forms.module.css';
import { Problem } from '../section.tsx';
import { useTask } from '../use-task.ts';
import { linesOfSeparators, namesOf, separatorsOf } from './rule-lines.ts';
import { RulesTrial } from './rules-trial.tsx';

/** What is typed: a line for each separator and name. */
interface Draft {
  readonly people: string;
  readonly genres: string;
  readonly never: string;
  readonly articles: string;
}

const draftOf = (rules: MusicRules): Draft => ({
  people: linesOfSeparators(rules.people_separators),
  genres: linesOfSeparators(rules.genre_separators),
  never: rules.never_split.join('\n'),
  articles: rules.articles,
});

const rulesOf = (draft: Draft): MusicRules => ({
  people_separators: separatorsOf(draft.people),
  genre_separators: separatorsOf(draft.genres),
  never_split: namesOf(draft.never),
  articles: draft.articles.trim(),
});

const isSame = (one: MusicRules, other: MusicRules): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fields for the rules, what they would change, and a button that applies them. */
export function RulesForm(props: { readonly saved: MusicRules; readonly initial: MusicRules }) {
  const [saved, setSaved] = useState(props.saved);
  const [draft, setDraft] = useState(draftOf(props.saved));
  const [trial, setTrial] = useState<MusicRulesTrial>();
  const [state, setState] = useState<'ready' | 'trying' | 'applied'>('ready');
  const { problem, run } = useTask();
  const text = settingsTexts.rules;
  const rules = rulesOf(draft);
  const edit = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change });
    setTrial(undefined);
    setState('ready');
  };
  const attempt = async () => {
    setState('trying');
    await run(async () => setTrial(await tryMusicRules(rules)));
    setState('ready');
  };
  const apply = async () => {
    if (!(await run(() => putMusicRules(rules)))) return;
    setSaved(rules);
    setTrial(undefined);
    setState('applied');
  };
  return (
    <div className={forms['form']}>
      <RuleFields draft={draft} onEdit={edit} />
      <div className={forms['actions']}>
        <Button disabled={isSame(rules, saved) || state === 'trying'} onClick={() => void attempt()}>
          {state === 'trying' ? text.trying : text.attempt}
        </Button>
        <Button variant="primary" disabled={isSame(rules, saved)} onClick={() => void apply()}>
          {text.apply}
        </Button>
        {!isSame(rules, props.initial) && (
          <Button variant="quiet" onClick={() => edit(draftOf(props.initial))}>
            {text.restore}
          </Button>
        )}
      </div>
      <Problem>{problem}</Problem>
      <p role="status" className={forms['note']}>
        {state === 'applied' && text.applied}
      </p>
      {trial && <RulesTrial trial={trial} />}
    </div>
  );
}

function RuleFields(props: { readonly draft: Draft; readonly onEdit: (change: Partial<Draft>) => void }) {
  const { draft, onEdit } = props;
  const text = settingsTexts.rules;
  return (
    <>
      <TextArea
        label={text.people}
        tip={text.peopleTip}
        rows={6}
        value={draft.people}
        onChange={(event) => onEdit({ people: event.currentTarget.value })}
      />
      <TextArea
        label={text.genres}
        tip={text.genresTip}
        rows={3}
        value={draft.genres}
        onChange={(event) => onEdit({ genres: event.currentTarget.value })}
      />
      <TextArea
        label={text.never}
        tip={text.neverTip}
        rows={3}
        value={draft.never}
        onChange={(event) => onEdit({ never: event.currentTarget.value })}
      />
      <TextField
        label={text.articles}
        tip={text.articlesTip}
        autoComplete="off"
        value={draft.articles}
        onChange={(event) => onEdit({ articles: event.currentTarget.value })}
      />
    </>
  );
}
