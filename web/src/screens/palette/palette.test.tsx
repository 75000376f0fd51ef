import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderCollection } from '../../collection/parts/test-collection.tsx';
import { fakeServer } from '../../test-kit/fake-server.ts';
import { Palette } from './palette.tsx';

it('goes at the first Escape, also while something is typed', async () => {
  fakeServer({ 'GET /playlists': [], 'GET /search/lan': [] });
  const onClose = vi.fn();
  renderCollection(<Palette onClose={onClose} />);
  const field = await screen.findByRole('combobox');
  fireEvent.change(field, { target: { value: 'lan' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
