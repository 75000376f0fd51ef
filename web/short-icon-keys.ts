import type { Plugin } from 'vite';

const iconModule = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;

/**
 * Numbers the parts of icons where their makers gave them random names, which React needs to tell them apart and no
 * packer can make smaller.
 */
export function shortIconKeys(): Plugin {
  return {
    name: 'short-icon-keys',
    apply: 'build',
    transform(code, id) {
      if (!iconModule.test(id)) return null;
      let count = 0;
      return { code: code.replace(/\bkey: "\w+"/g, () => `key: "${count++}"`), map: null };
    },
  };
}
