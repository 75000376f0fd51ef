import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { outputDevice } from '../../../storage/output-setting.ts';
import { asUser } from '../../../test-kit/render-screen.tsx';
import { OutputChoice } from './output-choice.tsx';

const kitchen = { kind: 'audiooutput', deviceId: 'k1', label: 'Kitchen' };
const devices = {
  known: [] as { kind: string; deviceId: string; label: string }[],
  enumerateDevices: async () => devices.known,
  getUserMedia: vi.fn(),
};
beforeEach(() => {
  devices.known = [];
  Object.defineProperty(HTMLMediaElement.prototype, 'setSinkId', {
    configurable: true,
    value: async () => {},
  });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: devices });
  asUser('ann', { isAdmin: false });
});
afterEach(() => {
  delete (HTMLMediaElement.prototype as { setSinkId?: unknown }).setSinkId;
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
});

const select = () => screen.getByLabelText('Sound goes to');

it('offers devices, and remembers the one that was chosen', async () => {
  devices.known = [{ kind: 'audioinput', deviceId: 'm', label: 'Microphone' }, kitchen];
  render(<OutputChoice />);
  await screen.findByRole('option', { name: 'Kitchen' });
  expect(screen.getAllByRole('option')).toHaveLength(2);
  fireEvent.change(select(), { target: { value: 'k1' } });
  expect(outputDevice()).toEqual({ id: 'k1', label: 'Kitchen' });
});

it('says that a device is away', async () => {
  devices.known = [kitchen];
  const { unmount } = render(<OutputChoice />);
  await screen.findByRole('option', { name: 'Kitchen' });
  fireEvent.change(select(), { target: { value: 'k1' } });
  unmount();
  devices.known = [{ kind: 'audiooutput', deviceId: 'd2', label: 'Desk' }];
  render(<OutputChoice />);
  expect(await screen.findByRole('option', { name: 'Kitchen (not there now)' })).toBeDefined();
});

it('asks the browser to name devices, lets go of the microphone at once, and says when it may not', async () => {
  const stop = vi.fn();
  devices.getUserMedia.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  devices.getUserMedia.mockImplementationOnce(async () => {
    devices.known = [kitchen];
    return { getTracks: () => [{ stop }] };
  });
  render(<OutputChoice />);
  fireEvent.click(screen.getByRole('button', { name: 'Show devices' }));
  await screen.findByText(/did not allow/);
  fireEvent.click(screen.getByRole('button', { name: 'Show devices' }));
  await screen.findByRole('option', { name: 'Kitchen' });
  await waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
});

it('is not there where the browser cannot', () => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
  const { container } = render(<OutputChoice />);
  expect(container.textContent).toBe('');
});
