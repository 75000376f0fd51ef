import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { iconOf } from './icon.tsx';
import { Volume } from './icons.ts';

const Line = iconOf('M1 2h3');

it('draws one path, in lines and in the colour of the text', () => {
  const { container } = render(<Line />);
  expect(container.innerHTML).toBe(
    '<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" ' +
      'stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M1 2h3"></path></svg>',
  );
});

it('is read out when it has a name', () => {
  render(<Line role="img" aria-label="Shuffled" fill="currentColor" />);
  const icon = screen.getByRole('img', { name: 'Shuffled' });
  expect(icon.getAttribute('aria-hidden')).toBeNull();
  expect(icon.getAttribute('fill')).toBe('currentColor');
});

it('comes from the makers of icons', () => {
  const { container } = render(<Volume />);
  expect(container.querySelector('path')?.getAttribute('d')).toMatch(/^M11 4\.702/);
});
