import type { RealPath } from '../../../platform/paths/real-path.ts';
import type { SourceScan } from '../scan-context.ts';
import type { FolderChain } from './links.ts';

/** A folder to look into. `id` is null when the library does not know it. */
export interface FolderVisit {
  readonly source: SourceScan;
  readonly id: number | null;
  readonly parentId: number | null;
  readonly name: string;
  readonly realName: Buffer | null;
  readonly virtualPath: string;
  /** The way that was walked, links not resolved. */
  readonly realPath: RealPath;
  readonly chain: FolderChain;
  readonly entriesKey: number | null;
  readonly isMissing: boolean;
  /** Whether folders in it that are known already are looked into as well. */
  readonly isDeep: boolean;
}
