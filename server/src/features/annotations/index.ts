export { createAnnotations } from './annotations.ts';
export { createAnnotationsRoutes } from './annotations-routes.ts';
export { createFavourites } from './favourites.ts';
export { noAnnotation } from './made-store.ts';
export { createPlayCounts } from './play-counts.ts';
