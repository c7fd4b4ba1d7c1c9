/** The windows that tests open; the projects of the configuration have the names of these sizes. */

const touched = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const LARGE = { viewport: { width: 1920, height: 1080 } };
export const PHONE = { viewport: { width: 390, height: 844 }, ...touched };
export const SMALL = { viewport: { width: 360, height: 640 }, ...touched };
/** A phone on its side. */
export const FLAT = { viewport: { width: 844, height: 390 }, ...touched };

/** For pages on which cards are to travel: without it nothing moves, which is half of the work. */
export const MOVING = { reducedMotion: 'no-preference' } as const;
