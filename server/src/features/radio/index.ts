export { createRadio } from './radio.ts';
export { createRadioRoutes } from './radio-routes.ts';
