declare module 'virtual:icon/*' {
  import type { ComponentType, SVGProps } from 'react';

  /** An icon by the name that its makers gave it, made by `web/icon-modules.ts`. */
  const icon: ComponentType<Omit<SVGProps<SVGSVGElement>, 'ref'>>;
  // biome-ignore lint/style/noDefaultExport: a pattern of names has no place for a name of its own
  export default icon;
}
