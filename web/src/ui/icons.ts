// One icon per module: a whole-set import would load over a thousand files wherever this is not bundled.
export { default as ChevronDown } from 'lucide-react/icons/chevron-down';
export { default as Clock } from 'lucide-react/icons/clock';
export { default as CornerLeftUp } from 'lucide-react/icons/corner-left-up';
export { default as Dices } from 'lucide-react/icons/dices';
export { default as Disc3 } from 'lucide-react/icons/disc-3';
export { default as Folder } from 'lucide-react/icons/folder';
export { default as LibraryBig } from 'lucide-react/icons/library-big';
export { default as ListMusic } from 'lucide-react/icons/list-music';
export { default as LogOut } from 'lucide-react/icons/log-out';
export { default as Plus } from 'lucide-react/icons/plus';
export { default as RotateCcw } from 'lucide-react/icons/rotate-ccw';
export { default as Search } from 'lucide-react/icons/search';
export { default as Settings } from 'lucide-react/icons/settings';
export { default as Trash } from 'lucide-react/icons/trash-2';
export { default as UserPlus } from 'lucide-react/icons/user-plus';
export { default as WifiOff } from 'lucide-react/icons/wifi-off';
export { default as X } from 'lucide-react/icons/x';
