export { writeFirstSeen } from './first-seen/first-seen-store.ts';
export type {
  FirstSeenBatch,
  FromScanProcess,
  ScanProgress,
  ScanResult,
  ScanSource,
  ToScanProcess,
} from './scan-messages.ts';
