import { expect, it } from 'vitest';
import { outsideCalls } from './outside-calls.ts';

it('knows addresses outside from those of the machine', () => {
  expect(
    outsideCalls(
      'connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("\\x39\\x2e\\x39\\x2e\\x39\\x2e\\x39")}, 16)\n' +
        'connect(3, {sin_addr=inet_addr("127.0.0.1")}) inet_pton(AF_INET6, "::1", &a) inet_pton(AF_INET6, "2001:db8::1", &a)',
    ),
  ).toEqual(['9.9.9.9', '2001:db8::1']);
});
