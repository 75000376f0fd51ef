import { realpathSync } from 'node:fs';
import { isInside, type RealPath } from '../../../platform/paths/real-path.ts';

/** Real folders on the way from a source down to a folder, innermost first. */
export interface FolderChain {
  readonly realPath: RealPath;
  readonly parent: FolderChain | null;
  /** How many links were followed on the way. */
  readonly linkCount: number;
}

/** Decides which symbolic links are followed. One per scan. */
export interface Links {
  /** Whether what a link leads to may be part of the collection at all. */
  mayFollow(link: RealPath): boolean;
  /**
   * The chain of a folder entered through a link, or null when that would lead in a circle: into a folder
   * on its own way, or, from inside a linked folder, to one that a link has led to before.
   */
  enter(link: RealPath, chain: FolderChain): FolderChain | null;
}

const bytes = (path: RealPath): Buffer => Buffer.from(path as string);

const targetOf = (link: RealPath): Buffer | null => {
  try {
    return realpathSync.native(link as string, 'buffer');
  } catch (error) {
    // The link broke meanwhile.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
};

/**
 * Makes the rule of one scan.
 * @param rule.sources real paths of all sources
 * @param rule.followsOutside whether a link may leave every source
 */
export const createLinks = (rule: { sources: readonly RealPath[]; followsOutside: boolean }): Links => {
  const sources = rule.sources.map((source) => targetOf(source) ?? bytes(source));
  const nestedTargets = new Set<string>();
  return {
    mayFollow: (link) => {
      if (rule.followsOutside) return true;
      const target = targetOf(link);
      return target !== null && sources.some((source) => isInside(target, source));
    },
    enter: (link, chain) => {
      const target = targetOf(link);
      if (target === null) return null;
      for (let at: FolderChain | null = chain; at !== null; at = at.parent) {
        if (bytes(at.realPath).equals(target)) return null;
      }
      if (chain.linkCount > 0) {
        // Links that lead to folders of links can multiply without end: inside a link, each is entered once.
        const key = target.toString('latin1');
        if (nestedTargets.has(key)) return null;
        nestedTargets.add(key);
      }
      return { realPath: target, parent: chain, linkCount: chain.linkCount + 1 };
    },
  };
};
