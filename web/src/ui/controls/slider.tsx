import type { ComponentPropsWithoutRef, CSSProperties } from 'react';
import { classNames } from '../class-names.ts';
import styles from './slider.module.css';

/** Properties of a slider; those of the range input besides. */
export interface SliderProps
  extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'value' | 'min' | 'max'> {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max: number;
  /** The value in words, for example "1:05 of 3:20". */
  readonly valueText: string;
  /** How much lies ready, 0 to 1, drawn behind the filled part. */
  readonly readyShare?: number;
  readonly onValueChange: (value: number) => void;
}

/** A value on a line; arrows, Page keys, Home and End move it. */
export function Slider(props: SliderProps) {
  const { label, value, min = 0, max, valueText, readyShare = 0, onValueChange, className, ...rest } = props;
  const share = max > min ? (value - min) / (max - min) : 0;
  const shares = { '--share': share, '--ready': readyShare } as CSSProperties;
  return (
    <input
      step="any"
      {...rest}
      type="range"
      className={classNames(styles['slider'], className)}
      style={shares}
      min={min}
      max={max}
      value={value}
      aria-label={label}
      aria-valuetext={valueText}
      onChange={(event) => onValueChange(event.currentTarget.valueAsNumber)}
    />
  );
}
