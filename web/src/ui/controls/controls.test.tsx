import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Cover } from '../cover/cover.tsx';
import { Dialog } from '../layers/dialog.tsx';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Select } from './select.tsx';
import { Slider } from './slider.tsx';
import { TextField } from './text-field.tsx';

describe('controls', () => {
  it('send no form unless they are told to', () => {
    const onSubmit = vi.fn((event) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button>Quiet</Button>
        <IconButton label="Picture" icon={null} />
        <Button type="submit">Send</Button>
      </form>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Quiet' }));
    fireEvent.click(screen.getByRole('button', { name: 'Picture' }));
    expect(onSubmit).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('tie tip and error to their field', () => {
    render(<TextField label="Name" tip="Any name" error="Taken" />);
    const field = screen.getByLabelText('Name');
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['Any name', 'Taken']);
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('say a slider in words and move it', () => {
    const onValueChange = vi.fn();
    render(
      <Slider label="Volume" value={0.5} max={1} valueText="50 percent" onValueChange={onValueChange} />,
    );
    const slider = screen.getByRole('slider', { name: 'Volume' });
    expect(slider.getAttribute('aria-valuetext')).toBe('50 percent');
    fireEvent.change(slider, { target: { value: '0.25' } });
    expect(onValueChange).toHaveBeenCalledWith(0.25);
  });

  it('offer a choice by its label', () => {
    const onValueChange = vi.fn();
    const options = [
      { value: 'a', label: 'First' },
      { value: 'b', label: 'Second' },
    ] as const;
    render(<Select label="Order" value="a" options={options} onValueChange={onValueChange} />);
    fireEvent.change(screen.getByLabelText('Order'), { target: { value: 'b' } });
    expect(onValueChange).toHaveBeenCalledWith('b');
  });

  it('draw a record in the place of a picture that does not come', () => {
    render(<Cover src="/missing.jpg" alt="Cover of Picnic" />);
    fireEvent.error(screen.getByRole('img', { name: 'Cover of Picnic' }));
    expect(screen.getByRole('img', { name: 'Cover of Picnic' }).tagName).toBe('svg');
  });

  it('close a dialog by its button and by Escape, and give the focus back', () => {
    const onClose = vi.fn();
    render(<button type="button">Before</button>);
    screen.getByText('Before').focus();
    const { unmount } = render(
      <Dialog title="Question" closeLabel="Close" onClose={onClose}>
        <Button>Yes</Button>
      </Dialog>,
    );
    fireEvent.click(screen.getByText('Yes'));
    expect(onClose).not.toHaveBeenCalled();
    const dialog = screen.getByRole('dialog', { name: 'Question', hidden: true });
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    fireEvent.click(screen.getByLabelText('Close'));
    fireEvent.pointerDown(screen.getByText('Yes'));
    fireEvent.click(dialog);
    expect(onClose).toHaveBeenCalledTimes(2);
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(onClose).toHaveBeenCalledTimes(3);
    screen.getByLabelText('Close').focus();
    unmount();
    expect(document.activeElement).toBe(screen.getByText('Before'));
  });
});
