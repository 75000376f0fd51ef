/** One family of measurements, as Prometheus reads them. */
export interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** One figure. */
interface Sample {
  /** Behind the name of the family, such as `_bucket`; none without. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** An answer that was given. */
export interface AnsweredCall {
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

/** Upper bounds of the classes that answers are counted in, in seconds. */
const bounds = [0.005, 0.02, 0.05, 0.1, 0.5, 2, 10] as const;

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const labelsOf = (labels: Readonly<Record<string, string>> = {}): string => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
};

/** Text format of Prometheus. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const expose = (families: readonly Family[]): string =>
  families
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelsOf(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('');

/** Counts answers by method and kind of status, and how long they took. */
export const createAnswerCounts = () => {
  const counts = new Map<string, number>();
  const buckets = bounds.map(() => 0);
  let sum = 0;
  let all = 0;
  return {
    note: ({ method, status, seconds }: AnsweredCall): void => {
      const key = `${method} ${Math.floor(status / 100)}xx`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      for (const [index, bound] of bounds.entries()) {
        if (seconds <= bound) buckets[index] = (buckets[index] ?? 0) + 1;
      }
      sum += seconds;
      all += 1;
    },
    families: (): Family[] => [
      {
        name: 'tonearm_http_requests_total',
        type: 'counter',
        help: 'Answers by method and kind of status.',
        samples: [...counts].map(([key, value]) => {
          const [method = '', status = ''] = key.split(' ');
          return { labels: { method, status }, value };
        }),
      },
      {
        name: 'tonearm_http_request_seconds',
        type: 'histogram',
        help: 'How long answers took, streams until their end.',
        samples: [
          ...bounds.map((bound, index) => ({
            suffix: '_bucket',
            labels: { le: String(bound) },
            value: buckets[index] ?? 0,
          })),
          { suffix: '_bucket', labels: { le: '+Inf' }, value: all },
          { suffix: '_sum', value: sum },
          { suffix: '_count', value: all },
        ],
      },
    ],
  };
};
