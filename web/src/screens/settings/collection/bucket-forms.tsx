import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Bucket, BucketChange, MountDir } from '@tonearm/contract';
import { useState } from 'react';
import { getBuckets, putBuckets } from '../../../api/settings.ts';
import { bucketTexts } from '../../../texts/buckets.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import forms from '../forms.module.css';
import { LoadState } from '../load-state.tsx';
import { Problem } from '../section.tsx';
import { useFeedback } from '../use-feedback.ts';
import { useTask } from '../use-task.ts';
import styles from './bucket-forms.module.css';
import { bucketsOf } from './source-rows.ts';

const key = ['buckets'];

/** How the buckets are reached that music sources lie in. */
export function BucketForms({ rows }: { readonly rows: readonly MountDir[] }) {
  const buckets = bucketsOf(rows);
  const saved = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => getBuckets(signal),
    // A form that is being filled in must not be filled in by anybody else.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const list = saved.data;
  if (list === undefined) return <LoadState queries={[saved]} />;
  return buckets.map((bucket) => <BucketForm key={bucket} bucket={bucket} list={list} />);
}

const asSaved = ({ has_keys: _, ...place }: Bucket): BucketChange => place;

function BucketForm({ bucket, list }: { readonly bucket: string; readonly list: readonly Bucket[] }) {
  const { form, field, isKnown, problem, feedback, setPathStyle } = useBucketForm(bucket, list);
  const text = bucketTexts;
  return (
    <form
      className={forms['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void feedback.run();
      }}
    >
      <fieldset className={styles['fields']}>
        <legend className={styles['legend']}>{text.title(bucket)}</legend>
        <TextField
          label={text.endpoint}
          tip={text.endpointTip}
          placeholder="https://s3.example.org"
          inputMode="url"
          {...field('endpoint')}
        />
        <TextField label={text.region} tip={text.regionTip} {...field('region')} />
        <Checkbox
          label={text.pathStyle}
          tip={text.pathStyleTip}
          checked={form.is_path_style}
          onChange={(event) => setPathStyle(event.currentTarget.checked)}
        />
        <TextField
          label={text.accessKey}
          tip={isKnown ? text.keysKept : undefined}
          {...field('access_key')}
        />
        <TextField label={text.secretKey} type="password" {...field('secret_key')} />
        <Problem>{problem && settingsTexts.notSaved(problem)}</Problem>
        <Button type="submit">{text.states[feedback.state]}</Button>
      </fieldset>
    </form>
  );
}

const fresh = (bucket: string): BucketChange => ({
  bucket,
  endpoint: '',
  region: 'us-east-1',
  is_path_style: true,
});

type TextPart = 'endpoint' | 'region' | 'access_key' | 'secret_key';

/** What is typed; keys are forgotten once they are saved. */
function useBucketForm(bucket: string, list: readonly Bucket[]) {
  const queries = useQueryClient();
  const known = list.find((each) => each.bucket === bucket);
  const [form, setForm] = useState<BucketChange>(() => (known ? asSaved(known) : fresh(bucket)));
  const { problem, run } = useTask();
  const feedback = useFeedback(() =>
    run(async () => {
      // The others as they are now: another form of this page may have saved one since.
      const others = queries.getQueryData<Bucket[]>(key) ?? list;
      await putBuckets([...others.filter((each) => each.bucket !== bucket).map(asSaved), form]);
      setForm({ ...form, access_key: null, secret_key: null });
      queries.setQueryData<Bucket[]>(key, await getBuckets());
      await queries.invalidateQueries({ queryKey: ['source-states'] });
    }),
  );
  return {
    form,
    problem,
    feedback,
    isKnown: known?.has_keys === true,
    setPathStyle: (is_path_style: boolean) => setForm({ ...form, is_path_style }),
    field: (part: TextPart) => ({
      value: form[part] ?? '',
      autoComplete: 'off',
      onChange: (event: { currentTarget: HTMLInputElement }) =>
        setForm({ ...form, [part]: event.currentTarget.value }),
    }),
  };
}
