/** A local clock for what ticks on the screen; it runs only while somebody looks at it. */
const STEP_MS = 250;

let time = $state(performance.now());
let lookers = 0;
let timer: number | undefined;

/** The local clock in milliseconds, as of the last tick. */
export function now(): number {
  return time;
}

/** Keeps the clock going. Returns a function that lets go of it. */
export function tick(): () => void {
  lookers += 1;
  time = performance.now();
  timer ??= window.setInterval(() => {
    time = performance.now();
  }, STEP_MS);
  return () => {
    lookers -= 1;
    if (lookers > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}
