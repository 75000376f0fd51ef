export { type Annotation, type AnnotationOrder, type Item, noAnnotation } from './annotation-store.ts';
export { type Annotations, createAnnotations } from './annotations.ts';
export { createAnnotationsRoutes } from './annotations-routes.ts';
export { createFavourites } from './favourites.ts';
export { createPlayCounts } from './play-counts.ts';
