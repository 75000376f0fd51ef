export const findCrowdedFolders: (files: readonly string[]) => { folder: string; count: number }[];
