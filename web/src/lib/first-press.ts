/** Resolves when somebody presses a key or a pointer for the first time since the page was opened. */
export const firstPress: Promise<unknown> = Promise.race(
  ['pointerdown', 'keydown'].map(
    (type) => new Promise((resolve) => window.addEventListener(type, resolve, { once: true, capture: true })),
  ),
);
