/** What an image is started with. */
export interface ImageConfig {
  readonly User: string;
  readonly Entrypoint: readonly string[];
  readonly Healthcheck?: { readonly Test: readonly string[] };
}

/** Unpacks an image layer by layer, after every digest was compared. @throws Error where one is another */
export function unpackImage(archive: string, target: string): ImageConfig;

/** Starts each package from a root of its own. @returns whether all is well */
export function checkPackages(options: { out: string; version: string; arch: string }): Promise<boolean>;
