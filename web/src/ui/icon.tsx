import type { ComponentType, SVGProps } from 'react';

/** Properties of an icon: those of its element. One with a name or a role is read out, any other is decoration. */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'>;

/** An icon of 24 px by the data of its path, drawn in lines of 2 px and in the colour of the text around it. */
export function iconOf(path: string): ComponentType<IconProps> {
  return function Icon(props) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: decoration, or named by who shows it
      <svg
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={props['aria-label'] === undefined && props.role === undefined ? true : undefined}
        {...props}
      >
        <path d={path} />
      </svg>
    );
  };
}
