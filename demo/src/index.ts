export {
  type DemoCollection,
  type DemoOptions,
  type DemoProgress,
  makeDemoCollection,
} from './make-demo-collection.ts';
