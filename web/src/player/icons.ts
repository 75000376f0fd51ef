// One icon per module: a whole-set import would load over a thousand files wherever this is not bundled.
export { default as CornerDownRight } from 'lucide-react/icons/corner-down-right';
export { default as ListPlus } from 'lucide-react/icons/list-plus';
export { default as Pause } from 'lucide-react/icons/pause';
export { default as Play } from 'lucide-react/icons/play';
export { default as Save } from 'lucide-react/icons/save';
export { default as Shuffle } from 'lucide-react/icons/shuffle';
export { default as SkipBack } from 'lucide-react/icons/skip-back';
export { default as SkipForward } from 'lucide-react/icons/skip-forward';
export { default as Trash } from 'lucide-react/icons/trash-2';
export { default as Volume } from 'lucide-react/icons/volume-1';
export { default as VolumeLoud } from 'lucide-react/icons/volume-2';
export { default as VolumeOff } from 'lucide-react/icons/volume-x';
export { default as X } from 'lucide-react/icons/x';
