// The interactive page of the API: lists the calls of the OpenAPI document and lets one try them. Runs in
// the browser as it stands, builds nodes only (no markup from data), and asks this server alone.

const apiRoot = new URL('./api', document.baseURI).href;

/** Longest answer shown, in characters. */
const longestShown = 20_000;

const element = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

const field = (labelText, control) => element('label', {}, labelText, control);

const pretty = (value) => JSON.stringify(value, null, 2);

const exampleOf = (schema, components) => {
  if (schema === undefined) return null;
  if (schema.$ref) return exampleOf(components[schema.$ref.split('/').at(-1)], components);
  if (schema.anyOf) return exampleOf(schema.anyOf[0], components);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, exampleOf(inner, components)]),
      );
    case 'array':
      return [exampleOf(schema.items, components)];
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'string':
      return '';
    default:
      return null;
  }
};

const addressOf = (call, inputs) => {
  const query = new URLSearchParams();
  let path = call.path;
  for (const [parameter, input] of inputs) {
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
    else if (parameter.in === 'query' && input.value !== '') query.set(parameter.name, input.value);
  }
  return `${apiRoot}${path}${query.size === 0 ? '' : `?${query}`}`;
};

const showAnswer = async (response, output) => {
  const type = response.headers.get('content-type') ?? 'no content';
  const lines = [`${response.status} ${response.statusText}`.trim(), `content-type: ${type}`];
  if (/json|text\/html/.test(type)) {
    const text = await response.text();
    const isJson = type.includes('json') && text !== '';
    lines.push('', (isJson ? pretty(JSON.parse(text)) : text).slice(0, longestShown));
  } else {
    const bytes = await response.arrayBuffer();
    lines.push(`${bytes.byteLength} bytes`);
  }
  output.textContent = lines.join('\n');
  output.className = response.ok ? '' : 'bad';
};

const tryCall = async (call, form) => {
  const token = document.querySelector('#token').value.trim();
  const headers = { ...(token === '' ? {} : { authorization: `Bearer ${token}` }) };
  if (form.body !== null) headers['content-type'] = 'application/json';
  for (const [parameter, input] of form.inputs) {
    if (parameter.in === 'header' && input.value !== '') headers[parameter.name.toLowerCase()] = input.value;
  }
  form.output.hidden = false;
  form.output.textContent = 'Waiting…';
  try {
    const response = await fetch(addressOf(call, form.inputs), {
      method: call.method.toUpperCase(),
      headers,
      ...(form.body === null ? {} : { body: form.body.value }),
    });
    await showAnswer(response, form.output);
  } catch (error) {
    form.output.textContent = `The server could not be reached: ${error.message}`;
    form.output.className = 'bad';
  }
};

const tryForm = (call, components) => {
  const inputs = (call.parameters ?? []).map((parameter) => {
    const isRequired = parameter.required ? ' (required)' : '';
    const input = element('input', { type: 'text', 'aria-label': parameter.name });
    if (parameter.schema?.const !== undefined) input.value = parameter.schema.const;
    return [parameter, input, field(`${parameter.name}${isRequired}`, input)];
  });
  const schema = call.requestBody?.content['application/json']?.schema;
  const body =
    schema === undefined ? null : element('textarea', { 'aria-label': 'Body', spellcheck: 'false' });
  if (body !== null) {
    const { example } = call.requestBody.content['application/json'];
    body.value = pretty(example ?? exampleOf(schema, components));
  }
  const output = element('pre', { hidden: '' });
  const form = element('form', {}, ...inputs.map(([, , label]) => label));
  if (body !== null) form.append(field('Body', body));
  form.append(element('p', {}, element('button', { type: 'submit' }, 'Try')), output);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void tryCall(call, { inputs: inputs.map(([parameter, input]) => [parameter, input]), body, output });
  });
  return form;
};

const answersOf = (call) =>
  element(
    'ul',
    {},
    ...Object.entries(call.responses).map(([status, answer]) =>
      element('li', {}, element('strong', {}, status), ` ${answer.description.replaceAll('`', '')}`),
    ),
  );

const callView = (call, components) => {
  const isStream = 'text/event-stream' in (call.responses['200'].content ?? {});
  const body = element('div', { class: 'body' });
  const details = element(
    'details',
    {},
    element(
      'summary',
      {},
      element('span', { class: 'method' }, call.method.toUpperCase()),
      element('span', { class: 'path' }, call.path),
      element('span', { class: 'note' }, call.summary),
    ),
    body,
  );
  details.addEventListener(
    'toggle',
    () => {
      const { schema, example } = call.responses['200'].content?.['application/json'] ?? {};
      body.append(element('p', { class: 'muted' }, call.description), answersOf(call));
      if (schema !== undefined) {
        body.append(field('Answer', element('pre', {}, pretty(example ?? exampleOf(schema, components)))));
      }
      if (!isStream) body.append(tryForm(call, components));
    },
    { once: true },
  );
  return details;
};

const show = (description, wanted) => {
  const components = description.components.schemas;
  const main = document.querySelector('#calls');
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ ...call, path, method })),
  );
  const shown = calls.filter((call) =>
    `${call.method} ${call.path} ${call.summary}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  main.replaceChildren(
    ...Object.entries(Object.groupBy(shown, (call) => call.tags[0])).flatMap(([tag, group]) => [
      element('h2', {}, tag),
      ...group.map((call) => callView(call, components)),
    ]),
  );
};

const start = async () => {
  const find = document.querySelector('#find');
  const version = document.querySelector('#version');
  let description;
  const load = async () => {
    try {
      description = await (await fetch(`${apiRoot}/openapi.json?version=${version.value}`)).json();
      show(description, find.value);
    } catch (error) {
      document.querySelector('#calls').textContent = `The calls could not be loaded: ${error.message}`;
    }
  };
  document.querySelector('#with').addEventListener('submit', (event) => event.preventDefault());
  version.addEventListener('change', () => void load());
  find.addEventListener('input', () => description !== undefined && show(description, find.value));
  await load();
};

void start();
