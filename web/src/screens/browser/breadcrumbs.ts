/** One step of the way to a folder. `path` is its virtual path, '' for the whole collection. */
export interface Breadcrumb {
  readonly label: string;
  readonly path: string;
}

/** The way to a folder, from the whole collection (called `allMusic`) to the folder itself. */
export function breadcrumbsOf(path: string, allMusic: string): readonly Breadcrumb[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return [
    { label: allMusic, path: '' },
    ...segments.map((label, index) => ({ label, path: segments.slice(0, index + 1).join('/') })),
  ];
}
