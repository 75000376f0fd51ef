// One icon per module: a whole-set import would load over a thousand files wherever this is not bundled.
export { default as ChevronUp } from 'lucide-react/icons/chevron-up';
export { default as Folder } from 'lucide-react/icons/folder';
export { default as X } from 'lucide-react/icons/x';
