declare module 'virtual:contract-routes' {
  import type { EndpointName, Endpoints } from '@tonearm/contract';

  /** Verb and path of every call, made from the contract by `web/contract-routes.ts`. */
  export const routes: { readonly [N in EndpointName]: `${Endpoints[N]['method']} ${Endpoints[N]['path']}` };
}
