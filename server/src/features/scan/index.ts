export type {
  FirstSeenBatch,
  FromScanProcess,
  ScanProgress,
  ScanResult,
  ScanSource,
  ToScanProcess,
} from './scan-messages.ts';
