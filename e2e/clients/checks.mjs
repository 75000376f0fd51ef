// What the drivers in JavaScript share: one line a check, and an end that tells whether all were right.

let isWrong = false;

/** Runs `see`, which gives back what to print, and throws where something is wrong. */
export const check = async (what, see) => {
  try {
    console.log(`ok ${what}: ${await see()}`);
  } catch (error) {
    isWrong = true;
    console.log(`WRONG ${what}: ${error.message}`);
  }
};

/** Gives back what was seen where it is what was wanted. */
export const same = (seen, wanted) => {
  if (JSON.stringify(seen) === JSON.stringify(wanted)) return seen;
  throw new Error(`${JSON.stringify(seen)} in place of ${JSON.stringify(wanted)}`);
};

/** Waits until `see` gives something back. @throws Error naming what did not happen */
export const until = async (what, see, seconds = 60) => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    const seen = await see();
    if (seen) return seen;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${what} did not happen within ${seconds} s`);
};

/** Tells whoever started this whether all were right. */
export const end = () => {
  process.exitCode = isWrong ? 1 : 0;
};
