export { noAnnotation } from './annotation-store.ts';
export { createAnnotations } from './annotations.ts';
export { createAnnotationsRoutes } from './annotations-routes.ts';
export { createFavourites } from './favourites.ts';
export { createPlayCounts } from './play-counts.ts';
