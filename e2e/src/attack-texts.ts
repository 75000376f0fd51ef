import type { Page } from 'playwright-core';

/** Texts that do something where text is taken for markup, script, style, address or template. */
export const payloads = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)<\u2215script>',
  "'-alert(1)-'",
  '<svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '\u0024{alert(1)}',
  '<iframe srcdoc="<script>alert(1)<\u2215script>">',
  '<style>@import "http:evil"<\u2215style>',
  '\u202e<b onmouseover=alert(1)>\u0007',
] as const;

/** As above with the slashes that file names cannot hold. */
export const markup = (payload: string): string => payload.replaceAll('\u2215', '/');

/** Elements that only a payload could have made. */
export const planted = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'iframe, object, embed, [onerror], [onload], [onmouseover], [srcdoc], b, style',
      ),
    ]
      .concat([...document.querySelectorAll('script')].filter((script) => script.src === ''))
      .concat([...document.querySelectorAll('a[href^="javascript:" i]')])
      .map((element) => element.outerHTML),
  );
