export function zipped(bytes: Buffer): Buffer;
export function ociArchive(image: {
  layers: Buffer[];
  config: object;
  architecture: string;
  reference: string;
  seconds: number;
}): Buffer;
export function debOf(content: {
  control: Record<string, string>;
  scripts: Record<string, string>;
  data: Buffer;
  seconds: number;
}): Buffer;
