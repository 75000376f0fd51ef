/** What only one of several processes does at a time: what runs by itself and must not be done twice. */
export interface Duty {
  /** Whether it is this process that does it now. */
  isOurs(): boolean;
  /** Calls `begin` whenever this process takes it over from another one; never where there is no other. */
  onTaken(begin: () => void): void;
}

/** The same for whoever knows whose turn it is. */
export interface HandedDuty extends Duty {
  take(): void;
  leave(): void;
}

/** @param isAlone whether there are no other processes: then it is always ours */
export const createDuty = (isAlone: boolean): HandedDuty => {
  const listeners: (() => void)[] = [];
  let isOurs = isAlone;
  return {
    isOurs: () => isOurs,
    onTaken: (begin) => void listeners.push(begin),
    take: () => {
      isOurs = true;
      for (const begin of listeners) begin();
    },
    leave: () => {
      isOurs = false;
    },
  };
};
